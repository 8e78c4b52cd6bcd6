/**
 * The few Linux system calls that the lock service needs, bound by hand through the Foreign Function
 * API. Each class covers one concern and holds no state of its own beyond what it is asked to keep open.
 *
 * <p>All calls go through one method handle on {@code syscall(2)}, see {@link dev.tpfutex.shm.linux.LibC}:
 * linking a handle costs milliseconds in a fresh JVM, and a fresh JVM must get its first lock quickly.
 * Failures are reported as negative error numbers, as the kernel does; the callers, who know what was
 * attempted on which file, turn them into exceptions.
 */
package dev.tpfutex.shm.linux;
