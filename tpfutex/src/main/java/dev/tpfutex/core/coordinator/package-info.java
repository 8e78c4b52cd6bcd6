/**
 * The coordinator: the "kernel" of a space. A single-threaded state machine over the port, with two hosts (a
 * daemon, or a thread of one of the clients), which call {@link dev.tpfutex.core.coordinator.Coordinator#cycle}
 * again and again. It is a scheduler, never on the path of a contended lock: running threads pass the lock
 * among themselves, it decides which sleeper is woken when.
 */
package dev.tpfutex.core.coordinator;
