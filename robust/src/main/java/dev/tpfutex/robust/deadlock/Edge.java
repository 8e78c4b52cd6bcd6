package dev.tpfutex.robust.deadlock;

import dev.tpfutex.api.DeadlockEdge.How;

/** One task waits for another, which waits too. */
record Edge(LongWaiter waiter, LongWaiter holder, How how) {

    boolean isSameAs(Edge other) {
        return waiter.isSameAs(other.waiter) && holder.isSameAs(other.holder) && how == other.how;
    }
}
