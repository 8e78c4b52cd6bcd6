/** Random damage to space files in use. */
package dev.tpfutex.robust.damage;
