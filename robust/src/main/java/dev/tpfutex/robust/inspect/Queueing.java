package dev.tpfutex.robust.inspect;

import java.time.Duration;

/**
 * A place in the queue of a lock.
 *
 * @param lock index of the lock waited for; perhaps one that the space does not have
 * @param ticket new for each time that the slot's thread queues up
 * @param granted whether it is its turn to become the top waiter
 * @param shared whether it wants to read, not to own
 * @param waited since it began to wait
 */
public record Queueing(int lock, int ticket, boolean granted, boolean shared, Duration waited) {}
