package dev.tpfutex.robust.inspect;

import dev.tpfutex.api.Consistency;
import dev.tpfutex.api.LockStatistics;
import dev.tpfutex.api.ReadStatistics;
import dev.tpfutex.core.FutexWord;
import dev.tpfutex.core.TopWord;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What one lock was like. Immutable.
 *
 * @param index of its record
 * @param name of the lock; {@code #} and the index if what says so is damaged. Not to be printed as it is: in a damaged
 *     file it may have control characters
 * @param kind what it is
 * @param attributes of a reader-writer lock, bits of {@link dev.tpfutex.shm.layout.LockLayout}
 * @param word its futex word
 * @param top its top word
 * @param consistency whether what it protects can be trusted
 * @param holders its owner, or its readers as far as they show themselves
 * @param waiters the top waiter first, then the others in the order in which they will be served
 * @param fencingToken of the last owner that has entered, 0 if there was none
 * @param statistics counters of its owners
 * @param reads counters of its readers
 * @param stable whether the words were the same before and after all this was read; if not, the lock changes hands too
 *     fast, and parts of this may belong to different moments
 */
public record LockSnapshot(
        int index,
        String name,
        LockKind kind,
        int attributes,
        long word,
        long top,
        Consistency consistency,
        List<LockHolder> holders,
        List<Waiter> waiters,
        long fencingToken,
        LockStatistics statistics,
        ReadStatistics reads,
        boolean stable) {

    /** Copies the lists. */
    public LockSnapshot {
        holders = List.copyOf(holders);
        waiters = List.copyOf(waiters);
    }

    /** Whether somebody owns it. */
    public boolean isOwned() {
        return FutexWord.tid(word) != 0;
    }

    /** Whether it has neither owner nor readers. */
    public boolean isFree() {
        return holders.isEmpty() && !isOwned();
    }

    /** The owner, if it has one. */
    public Optional<LockHolder> owner() {
        return holders.stream().filter(holder -> !holder.shared()).findFirst();
    }

    /** The top waiter, or the reader that waits to become the owner. */
    public Optional<Waiter> topWaiter() {
        return waiters.stream()
                .filter(waiter -> waiter.role() == Waiter.Role.TOP || waiter.role() == Waiter.Role.UPGRADING)
                .findFirst();
    }

    /** How long the one of the waiters has waited that has waited longest, as far as that is known. */
    public Duration longestWait() {
        return waiters.stream().flatMap(waiter -> waiter.waited().stream()).max(Duration::compareTo).orElse(
                Duration.ZERO);
    }

    /** Whether the top waiter has asked that the lock be handed to it. */
    public boolean asksForHandOff() {
        return TopWord.has(top, TopWord.HANDOFF);
    }
}
