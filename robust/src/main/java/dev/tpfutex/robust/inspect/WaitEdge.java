package dev.tpfutex.robust.inspect;

import java.nio.file.Path;

/**
 * One thread waits for a lock that another has. Immutable.
 *
 * @param space file of the lock
 * @param lock that is waited for
 * @param waiter who waits
 * @param holder who has the lock, as its owner or as a reader
 */
public record WaitEdge(Path space, LockSnapshot lock, Waiter waiter, LockHolder holder) {

    /** Whether it is the same wait for the same holder, at another time. */
    boolean isSameAs(WaitEdge other) {
        return space.equals(other.space)
                && lock.index() == other.lock.index()
                && waiter.tid() == other.waiter.tid()
                && waiter.ticket() == other.waiter.ticket()
                && waiter.longWait(lock).map(LongWaiting::id).equals(other.waiter.longWait(lock).map(LongWaiting::id))
                && holder.tid() == other.holder.tid()
                && (holder.shared() || lock.fencingToken() == other.lock.fencingToken());
    }
}
