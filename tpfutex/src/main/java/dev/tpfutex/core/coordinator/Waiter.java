package dev.tpfutex.core.coordinator;

/**
 * One place in a queue, named by slot and ticket. Order: higher priority first (as for the kernel's own futexes), then whoever
 * queued up first.
 *
 * @param enqueued monotonic nanoseconds; for those whom the lock prefers earlier than they did
 * @param shared whether it wants to read, not to own
 */
record Waiter(int slot, int ticket, int priority, long enqueued, boolean shared) implements Comparable<Waiter> {

    @Override
    public int compareTo(Waiter other) {
        int order = Integer.compare(other.priority, priority);
        if (order == 0) {
            order = Long.signum(enqueued - other.enqueued);
        }
        if (order == 0) {
            order = Integer.compare(slot, other.slot);
        }
        return order == 0 ? Integer.compare(ticket, other.ticket) : order;
    }
}
