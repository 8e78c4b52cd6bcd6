/**
 * Looking at a lock space from outside, for monitoring: numbers that are read from the file when somebody asks, and
 * events of this JVM for those who listen. Nothing here changes a space, and nothing is done for it on the fast paths.
 * Used by {@code tpfutex-micrometer}.
 */
package dev.tpfutex.robust.monitor;
