package dev.tpfutex.core.coordinator;

import dev.tpfutex.core.FutexWord;
import dev.tpfutex.core.DueHandOff;
import dev.tpfutex.core.LifeWatch;
import dev.tpfutex.core.Lock;
import dev.tpfutex.core.Parker;
import dev.tpfutex.core.Port;
import dev.tpfutex.core.Readers;
import dev.tpfutex.core.TaskTable;
import dev.tpfutex.core.Tid;
import dev.tpfutex.core.TopWord;
import dev.tpfutex.core.WaitWord;
import dev.tpfutex.core.recovery.TaskRecovery;
import dev.tpfutex.shm.layout.LockLayout;
import dev.tpfutex.shm.layout.TaskLayout;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;

/**
 * The sleepers of one lock, in the heap of the coordinator, out of reach of crashing clients.
 *
 * <p>Grants the free role to the head: HOLD keeps newcomers off, one compare-and-exchange on the head's wait
 * word decides between the grant and its giving up, and the head takes the role itself. A role whose holder
 * does not act on a free lock (it is stopped) is taken away again.
 */
final class LockQueue {

    /** How long a granted role may stay untaken, or a free lock untouched by its top waiter. */
    static final long STALL_NANOS = 10_000_000;

    /** How long newcomers may take the role in front of the head. */
    static final long BARGING_NANOS = 4_000_000;

    private static final long HOLD = TopWord.HOLD | TopWord.FOR_READERS;

    /** Whoever has queued for so long gets a role that nobody takes away, be it only to read. */
    private static final long LONG_WAIT_NANOS = 20_000_000;

    private final Port port;
    private final Lock lock;
    private final Undertaker undertaker;
    private final TaskTable tasks;
    private final TreeSet<Waiter> waiters = new TreeSet<>();
    private Waiter granted;
    private long grantedAt;
    private int watchedTop;
    private long idleSince;
    private long nextLook;
    private int lastPassage;

    LockQueue(Port port, int lock, TaskRecovery recovery) {
        this.port = port;
        this.lock = new Lock(port.layout(), lock);
        this.undertaker = new Undertaker(port, this.lock, recovery);
        this.tasks = new TaskTable(port);
    }

    /** By how many nanoseconds earlier readers or writers count as queued: preference, but no starvation. */
    long preference(boolean shared) {
        int preferred = shared ? LockLayout.PREFER_READERS : LockLayout.PREFER_WRITERS;
        return (port.getInt(lock.at(LockLayout.ATTRIBUTES)) & preferred) != 0 ? BARGING_NANOS : 0;
    }

    /** Queues a waiter up; false if it is queued already, or need not be. */
    boolean add(Waiter waiter) {
        if (state(waiter) == WaitWord.GRANTED) {
            // By a predecessor that may have died before its wake-up.
            Parker.unparkSurely(port, waiter.slot());
            return false;
        }
        return waiters.add(waiter);
    }

    boolean isFinished() {
        return waiters.isEmpty() && granted == null;
    }

    /** Whether there is a waiter to promote and a role to give it. */
    boolean isDue() {
        return undertaker.isDue()
                || Readers.mayJoin(port, lock) && waiters.stream().anyMatch(Waiter::shared)
                || granted == null && !waiters.isEmpty() && TopWord.tid(port.getLong(lock.top())) == 0;
    }

    /** Adds whose end the queue would want to hear of. */
    void watch(List<LifeWatch> alive) {
        undertaker.watch(alive, granted);
    }

    /** Looks after the lock; whether anything has moved. */
    boolean serve(long now) {
        undertaker.bury(granted);
        waiters.removeIf(waiter -> state(waiter) != WaitWord.QUEUED);
        forgetSettledGrant(now);
        boolean progress = hasProgressed() | admitReaders();
        if (waiters.isEmpty()) {
            if (granted == null) {
                setFlags(0, TopWord.QUEUED | HOLD);
            }
            return progress;
        }
        long top = port.getLong(lock.top());
        if (TopWord.tid(top) != 0) {
            return takeFromNobody(top) || watch(top, now) | progress;
        }
        return granted == null ? promote(now) | progress : progress;
    }

    /**
     * While readers may join each other, lets all queued readers do so: they share one place, that of the first (seed
     * 000, patch 18). Those who come too late queue up again where they were.
     */
    private boolean admitReaders() {
        boolean any = false;
        for (Iterator<Waiter> i = waiters.iterator(); i.hasNext() && Readers.mayJoin(port, lock);) {
            Waiter waiter = i.next();
            if (waiter.shared() && grant(waiter)) {
                Parker.unpark(port, waiter.slot());
                i.remove();
                any = true;
            }
        }
        return any;
    }

    private boolean promote(long now) {
        if (!setFlags(hold(now) | TopWord.QUEUED, 0)) {
            return true;
        }
        while (!waiters.isEmpty()) {
            Waiter head = waiters.pollFirst();
            if (!undertaker.buryWaiter(head) && grant(head)) {
                granted = head;
                grantedAt = now;
                stopReaders(head);
                Parker.unpark(port, head.slot());
                return true;
            }
        }
        // All have given up in the meantime. This queue is at its end: nobody would take the flags back later.
        setFlags(0, TopWord.QUEUED | HOLD);
        return true;
    }

    /** Readers that go on would keep the processor from one who is to wait for them. */
    private void stopReaders(Waiter head) {
        boolean hasReaders = port.getInt(lock.kind()) == LockLayout.KIND_RWLOCK;
        boolean preferred = (port.getInt(lock.at(LockLayout.ATTRIBUTES)) & LockLayout.PREFER_READERS) != 0;
        if (!head.shared() && hasReaders && !preferred && isShared()) {
            DueHandOff.mark(port, lock);
        }
    }

    private boolean isShared() {
        return FutexWord.isShared(port.getLong(lock.word()));
    }

    /** How to keep the role for the head: not from writers if nobody but readers is queued, and none of them for long. */
    private long hold(long now) {
        boolean forReaders = waiters.stream().allMatch(Waiter::shared)
                && now - waiters.first().enqueued() < LONG_WAIT_NANOS;
        return forReaders ? HOLD : TopWord.HOLD;
    }

    private boolean grant(Waiter waiter) {
        return port.compareAndSetLong(
                waitWord(waiter),
                WaitWord.of(waiter.ticket(), WaitWord.QUEUED),
                WaitWord.of(waiter.ticket(), WaitWord.GRANTED));
    }

    /** The granted one has taken the role, has left, is dead, or takes too long: the next may have it. */
    private void forgetSettledGrant(long now) {
        if (granted == null) {
            return;
        }
        boolean settled = state(granted) != WaitWord.GRANTED || granted.shared() && isShared();
        if (settled || now - grantedAt >= STALL_NANOS) {
            granted = null;
        }
    }

    /** Somebody has the role: keeps it for the head after that, or takes it away if its holder is stopped. */
    private boolean watch(long top, long now) {
        boolean keep = now - waiters.first().enqueued() >= BARGING_NANOS;
        setFlags(keep ? hold(now) | TopWord.QUEUED : TopWord.QUEUED, 0);
        boolean idle = FutexWord.isFree(port.getLong(lock.word())) && !TopWord.has(top, TopWord.CLAIMED);
        if (TopWord.tid(top) != watchedTop) {
            watchedTop = TopWord.tid(top);
            nextLook = now + STALL_NANOS;
            idleSince = now;
        }
        idleSince = idle ? idleSince : now;
        boolean dispensable = TopWord.has(top, TopWord.READER)
                && isShared()
                && !waiters.stream().allMatch(Waiter::shared);
        if (dispensable || now - idleSince >= STALL_NANOS || isSeenStopped(now)) {
            return takeFromWatched() && granted == null && promote(now) || idle;
        }
        DueHandOff.askIfDue(port, lock, top);
        return idle;
    }

    /**
     * Whether the top waiter looks stopped, asked now and then. On a lock that running threads pass among themselves it
     * may never be seen beside a free word, and the sleepers would wait until it goes on.
     */
    private boolean isSeenStopped(long now) {
        if (now < nextLook) {
            return false;
        }
        nextLook = now + STALL_NANOS;
        int slot = Tid.slot(watchedTop);
        boolean kept = TopWord.has(port.getLong(lock.top()), TopWord.UPGRADABLE);
        return !kept && slot < port.layout().maxTasks() && port.looksStopped(slot);
    }

    private boolean takeFromWatched() {
        long current = port.getLong(lock.top());
        boolean taken = TopWord.tid(current) == watchedTop
                && !TopWord.has(current, TopWord.CLAIMED | TopWord.UPGRADABLE)
                && port.compareAndSetLong(lock.top(), current, current & ~TopWord.ROLE | TopWord.HOLD);
        if (taken && Tid.slot(watchedTop) < port.layout().maxTasks()) {
            // It may be asleep, only slow: whoever unlocks from here on finds nobody in the role to wake.
            Parker.unpark(port, Tid.slot(watchedTop));
        }
        watchedTop = 0;
        return taken;
    }

    /** A tid stays issued while it has a role, or the top word has changed; otherwise that is damaged. */
    private boolean takeFromNobody(long top) {
        if (tasks.isIssued(TopWord.tid(top))
                || !port.compareAndSetLong(lock.top(), top, top & ~TopWord.ROLE | TopWord.HOLD)) {
            return false;
        }
        port.corrupt(lock.top(), "the top waiter " + Tid.describe(TopWord.tid(top)) + " is nobody");
        return true;
    }

    private boolean hasProgressed() {
        int passage = FutexWord.passage(port.getLong(lock.word()));
        boolean progressed = passage != lastPassage;
        lastPassage = passage;
        return progressed;
    }

    /** Changes flags of the top word; false if, while setting HOLD on a free role, somebody took it. */
    private boolean setFlags(long set, long clear) {
        for (;;) {
            long top = port.getLong(lock.top());
            long stale = (set & TopWord.HOLD) != 0 ? HOLD : 0;
            long changed = top & ~(clear | stale) | set;
            if (top == changed || port.compareAndSetLong(lock.top(), top, changed)) {
                return TopWord.tid(top) == 0;
            }
        }
    }

    private int state(Waiter waiter) {
        long wait = port.getLong(waitWord(waiter));
        return WaitWord.ticket(wait) == waiter.ticket() ? WaitWord.state(wait) : WaitWord.IDLE;
    }

    private long waitWord(Waiter waiter) {
        return port.layout().task(waiter.slot()) + TaskLayout.WAIT;
    }
}
