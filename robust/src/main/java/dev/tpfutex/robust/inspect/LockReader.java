package dev.tpfutex.robust.inspect;

import dev.tpfutex.api.Consistency;
import dev.tpfutex.api.LockStatistics;
import dev.tpfutex.api.ReadStatistics;
import dev.tpfutex.core.FencingToken;
import dev.tpfutex.core.FutexWord;
import dev.tpfutex.core.TopWord;
import dev.tpfutex.shm.layout.LockLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads one lock record after the other. */
final class LockReader {

    private static final int ATTEMPTS = 4;

    private final SpaceMemory memory;
    private final TaskReader tasks;
    private final Crowd crowd;
    private final ReadingTime now;

    /** @param crowd the tasks as they were when reading began */
    LockReader(SpaceMemory memory, TaskReader tasks, Crowd crowd, ReadingTime now) {
        this.memory = memory;
        this.tasks = tasks;
        this.crowd = crowd;
        this.now = now;
    }

    LockSnapshot read(int index, String name, DamageList damage) {
        LockSnapshot lock = null;
        for (int attempt = 0; attempt < ATTEMPTS && (lock == null || !isWhole(lock)); attempt++) {
            lock = readOnce(index, name, attempt > 0);
        }
        if (lock.stable()) {
            new LockCheck(memory, tasks, damage).check(lock);
        }
        return lock;
    }

    /** Whether nothing has changed, and all that are named have been found. */
    private static boolean isWhole(LockSnapshot lock) {
        return lock.stable()
                && lock.holders().stream().allMatch(holder -> holder.task().isPresent())
                && lock.waiters().stream().allMatch(waiter -> waiter.task().isPresent());
    }

    private LockSnapshot readOnce(int index, String name, boolean again) {
        long at = memory.layout().lock(index);
        long word = memory.getLong(at + LockLayout.WORD);
        long token = FencingToken.of(word, memory.getLong(at + LockLayout.HALVES));
        long top = memory.getLong(at + LockLayout.TOP);
        int attributes = memory.getInt(at + LockLayout.ATTRIBUTES);
        int consistency = memory.getInt(at + LockLayout.CONSISTENCY);
        List<LockHolder> holders = holders(index, word, token, again);
        List<Waiter> waiters = new Waiters(crowd, index, attributes, this::task).of(word, top);
        LockStatistics statistics = statistics(at, token);
        LockKind kind = LockKind.of(memory.getInt(at + LockLayout.KIND));
        boolean stable = memory.getLong(at + LockLayout.TOP) == top
                && memory.getInt(at + LockLayout.CONSISTENCY) == consistency
                && memory.getLong(at + LockLayout.WORD) == word;
        return new LockSnapshot(index, name, kind, attributes, word, top, consistency(word, consistency), holders,
                waiters, token, statistics, reads(at), stable);
    }

    private List<LockHolder> holders(int index, long word, long token, boolean again) {
        List<LockHolder> holders = new ArrayList<>();
        int owner = FutexWord.tid(word);
        if (owner != 0) {
            Optional<Duration> heldFor = heldFor(index, word, token);
            holders.add(new LockHolder(owner, task(owner), false, heldFor.map(now::before), heldFor));
        } else if (FutexWord.isShared(word)) {
            for (TaskSnapshot reader : crowd.readers(index)) {
                Optional<TaskSnapshot> found =
                        again ? Optional.ofNullable(tasks.find(reader.tid())) : Optional.of(reader);
                found.filter(task -> task.reads().contains(index))
                        .ifPresent(task -> holders.add(
                                new LockHolder(
                                        task.tid(), Optional.of(task), true, Optional.empty(), Optional.empty())));
            }
        }
        return holders;
    }

    private Optional<Duration> heldFor(int index, long word, long token) {
        long at = memory.layout().lock(index);
        long since = memory.getLong(at + LockLayout.SINCE);
        // Written just before the owner enters, with the token that it will have.
        boolean known = FutexWord.isInside(word) && memory.getLong(at + LockLayout.SINCE_TOKEN) == token;
        return known ? Optional.of(now.since(since)) : Optional.empty();
    }

    /** As it was, if it has not changed; otherwise as it is. */
    private Optional<TaskSnapshot> task(int tid) {
        TaskSnapshot known = crowd.task(tid);
        return Optional.ofNullable(known != null ? known : tasks.find(tid));
    }

    private LockStatistics statistics(long at, long token) {
        // Each recount leaves out a number.
        long recounts = counter(at + LockLayout.RECOUNTS_UPPER) << Integer.SIZE | counter(at + LockLayout.RECOUNTS);
        return new LockStatistics(
                Math.max(0, token - recounts),
                counter(at + LockLayout.STEALS),
                counter(at + LockLayout.TOP_WAITS),
                counter(at + LockLayout.HANDOFFS),
                counter(at + LockLayout.SLEEPS),
                counter(at + LockLayout.TIMEOUTS),
                counter(at + LockLayout.OWNER_DEATHS));
    }

    private ReadStatistics reads(long at) {
        return new ReadStatistics(
                counter(at + LockLayout.READ_STEALS),
                counter(at + LockLayout.READ_TOP_WAITS),
                counter(at + LockLayout.READ_HANDOFFS),
                counter(at + LockLayout.READ_SLEEPS),
                counter(at + LockLayout.READ_TIMEOUTS),
                counter(at + LockLayout.RECOUNTS));
    }

    private long counter(long at) {
        return Integer.toUnsignedLong(memory.getInt(at));
    }

    private static Consistency consistency(long word, int recorded) {
        if (!FutexWord.ownerDied(word)) {
            return Consistency.CONSISTENT;
        }
        return recorded == LockLayout.NOT_RECOVERABLE ? Consistency.NOT_RECOVERABLE : Consistency.OWNER_DIED;
    }

    /** Top waiters of locks, for {@link Crowd}: the tids that wait in that role, by no other sign. */
    static int topWaiter(long word, long top) {
        boolean waits = !TopWord.has(top, TopWord.UPGRADABLE) && TopWord.tid(top) != FutexWord.tid(word);
        return waits ? TopWord.tid(top) : 0;
    }
}
