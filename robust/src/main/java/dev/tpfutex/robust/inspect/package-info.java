/**
 * Looks into a space file without taking part in it: what the locks, threads and processes of a space are doing, as
 * values. The file is mapped for reading; nothing is registered, written or woken. For tools, metrics and tests.
 *
 * <p>Others go on working meanwhile. So a snapshot is no instant: each lock is read until its words have not changed
 * while it was being read, a few times at most, and says whether that succeeded. What is read is believed only as far
 * as it has been checked.
 *
 * <p>{@link dev.tpfutex.core.Port} is not used here on purpose: a second implementation of it in a JVM would slow down
 * the fast paths of all its locks.
 */
package dev.tpfutex.robust.inspect;
