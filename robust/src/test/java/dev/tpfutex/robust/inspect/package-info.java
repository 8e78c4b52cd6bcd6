/** Tests of what is seen of a space from outside. */
package dev.tpfutex.robust.inspect;
