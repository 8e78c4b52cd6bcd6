/**
 * Cleaning up after the dead: what {@code exit_robust_list} does in the kernel, for all that a task can have
 * been in the middle of. It is written over the port only, so that the deterministic scheduler can kill the
 * cleaner too.
 */
package dev.tpfutex.core.recovery;
