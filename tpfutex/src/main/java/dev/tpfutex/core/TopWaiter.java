package dev.tpfutex.core;

import dev.tpfutex.shm.layout.LockLayout;
import dev.tpfutex.shm.layout.TaskLayout;

/**
 * The top waiter: the one task that polls a lock's word and may sleep on it ({@code futex_spin_on_owner} of
 * the TP futexes v6, patches 9 to 13; spinning while the owner runs as the kernel's rt-mutexes do).
 *
 * <p>Its polls back off, because a waiter that grabs the word at every release makes the line bounce and
 * halves the throughput: the running owner may re-take the lock for a while. That ends after
 * {@link DueHandOff#NANOS}, when the waiter asks for a hand-off.
 *
 * <p>Of readers nobody can say whether they run: it polls until none has come or gone for 50 µs, then sleeps (TP futexes
 * v6, patch 16).
 */
final class TopWaiter {

    /** Not in the role any more, or not given it: queue up. Neither a status nor an error. */
    static final int ROLE_LOST = Integer.MIN_VALUE;

    /** Longest sleep before looking again: the waker may be stopped between its store and its call. */
    static final long PARK_NANOS = 50_000_000;

    private static final long WAITERS = Integer.toUnsignedLong(FutexWord.WAITERS);

    private final Port port;
    private final OwnerDeath ownerDeath;
    private final Share share;

    TopWaiter(Port port, OwnerDeath ownerDeath, Share share) {
        this.port = port;
        this.ownerDeath = ownerDeath;
        this.share = share;
    }

    /** Takes the role if nobody needs it and, unless {@code granted}, it is not kept for somebody who does. */
    boolean takeRole(Wait wait, boolean granted) {
        for (;;) {
            long top = port.getLong(wait.lock().top());
            boolean vacant = TopWord.tid(top) == 0 && (granted || !TopWord.has(top, TopWord.HOLD));
            if (!vacant && !isDispensable(wait, top)) {
                DueHandOff.askIfDue(port, wait.lock(), top);
                return false;
            }
            long reader = wait.mayJoin() ? TopWord.READER : 0;
            if (port.compareAndSetLong(wait.lock().top(), top, top & TopWord.QUEUED | reader | wait.task().tid())) {
                wakePassedOver(top);
                return true;
            }
        }
    }

    /** Whether the role is that of one who is going to join the readers once it runs, which may be long from now. */
    private boolean isDispensable(Wait wait, long top) {
        boolean keptForAnother = TopWord.has(top, TopWord.HOLD) && !TopWord.has(top, TopWord.FOR_READERS);
        boolean needed = TopWord.tid(top) != 0
                && (!TopWord.has(top, TopWord.READER) || TopWord.has(top, TopWord.HANDOFF));
        return !wait.mayJoin()
                && !keptForAnother
                && !needed
                && FutexWord.tid(port.getLong(wait.lock().word())) == 0;
    }

    private void wakePassedOver(long top) {
        int slot = Tid.slot(TopWord.tid(top));
        if (TopWord.tid(top) != 0 && slot < port.layout().maxTasks()) {
            Parker.unparkSurely(port, slot);
        }
    }

    /** In the role: a status, an error or {@link #ROLE_LOST}; out of the role in each case. */
    int acquire(Wait wait) {
        try {
            return poll(wait);
        } finally {
            port.endLooking(wait.task());
        }
    }

    private int poll(Wait wait) {
        Task task = wait.task();
        Lock lock = wait.lock();
        Patience patience = new Patience(port, wait);
        port.putLong(task.base() + TaskLayout.TOP_SINCE, patience.start());
        for (;;) {
            long word = port.getLong(lock.word());
            if (FutexWord.tid(word) == task.tid()) {
                return acquired(wait, Status.HANDOFF);
            }
            if (FutexWord.isFree(word)) {
                int result = takeFree(wait);
                if (!Errno.EBUSY.is(result)) {
                    return result;
                }
                continue;
            }
            if (FutexWord.isShared(word) && joinReaders(wait)) {
                return acquired(wait, Status.ACQUIRED);
            }
            long now = port.nanoTime();
            int reason = wait.reasonToStop(port, now);
            if (reason != 0) {
                return giveUp(wait, reason);
            }
            if (!waitABit(wait, patience, word, now)) {
                return ROLE_LOST;
            }
        }
    }

    private int takeFree(Wait wait) {
        if (wait.userspace()) {
            return giveUp(wait, Errno.EAGAIN.result());
        }
        int result = Attempt.asTopWaiter(port, wait.task(), wait.lock());
        if (result == Status.ACQUIRED) {
            return acquired(wait, Status.ACQUIRED);
        }
        return Errno.EBUSY.is(result) ? result : giveUp(wait, result);
    }

    /** Readers have the lock: joins them, or sees to it that the word counts them all. */
    private boolean joinReaders(Wait wait) {
        // A reader without an entry has to be alone, as a writer.
        share.settle(wait.lock(), !wait.isShared() || !wait.reader().hasEntry());
        if (!wait.isShared() || !share.join(wait.lock(), wait.reader(), Readers.FOR_ALL, false)) {
            return false;
        }
        share.letReadersIn(wait.lock());
        return true;
    }

    /** The word is somebody else's: polls, or asks for a hand-off, or sleeps. False if the role is lost. */
    private boolean waitABit(Wait wait, Patience patience, long word, long now) {
        patience.observe(word, now);
        boolean handOff = patience.isExhausted(now) || patience.isHurried(now) && isRoleWanted(wait.lock());
        boolean sleep = patience.shouldSleep(word, now);
        if (!handOff && !sleep && !isToStopReaders(wait, patience, word, now)) {
            patience.relax(word);
            return true;
        }
        if (!keepRole(wait, handOff)) {
            return false;
        }
        // With WAITERS in the word its owner cannot unlock without coming by.
        if (!FutexWord.hasWaiters(word)
                && !port.compareAndSetLong(wait.lock().word(), word, word | WAITERS)) {
            return true;
        }
        if (sleep) {
            LifeWatch owner = watchAndBury(wait.lock(), word);
            wait.park(port, now, longestPark(word, handOff), owner);
            patience.slept();
        } else {
            patience.relax(word);
        }
        return true;
    }

    /** Whether the coordinator keeps the role for one who has waited for it for long. */
    private boolean isRoleWanted(Lock lock) {
        return TopWord.has(port.getLong(lock.top()), TopWord.HOLD);
    }

    /** Who waits for a recount may be the only one left who can end it, and nobody wakes it for that. */
    private static long longestPark(long word, boolean handOff) {
        return Recount.isUnderWay(word) ? Share.RECOUNT_NANOS : handOff ? PARK_NANOS : DueHandOff.NANOS;
    }

    /** Where writers are preferred, no more readers join once one waits; where nobody is, after a short while. */
    private boolean isToStopReaders(Wait wait, Patience patience, long word, long now) {
        if (!FutexWord.isShared(word) || FutexWord.hasWaiters(word) || wait.isShared()) {
            return false;
        }
        int attributes = port.getInt(wait.lock().at(LockLayout.ATTRIBUTES));
        return (attributes & LockLayout.PREFER_WRITERS) != 0
                || (attributes & LockLayout.PREFER_READERS) == 0 && patience.isUsedUpByReaders(now);
    }

    /** Whether the role is still the task's; with {@code handOff}, asks for the hand-off. */
    private boolean keepRole(Wait wait, boolean handOff) {
        for (;;) {
            long top = port.getLong(wait.lock().top());
            if (TopWord.tid(top) != wait.task().tid()) {
                return false;
            }
            if (!handOff || TopWord.has(top, TopWord.HANDOFF)) {
                return true;
            }
            if (port.compareAndSetLong(wait.lock().top(), top, top | TopWord.HANDOFF)) {
                return true;
            }
        }
    }

    /** The caller owns the lock or is a reader: leaves the role, or makes sure that it can keep it. */
    private int acquired(Wait wait, int how) {
        if (!wait.isUpgradable()) {
            leaveRole(wait);
        } else if (!keepForUpgrade(wait)) {
            share.giveBack(wait.lock(), wait.reader());
            return ROLE_LOST;
        }
        return Status.of(how, wait.sleeps());
    }

    /** From here on nobody takes the role away; false if somebody has. */
    private boolean keepForUpgrade(Wait wait) {
        for (;;) {
            long top = port.getLong(wait.lock().top());
            if (TopWord.tid(top) != wait.task().tid()) {
                return false;
            }
            long kept = top & ~TopWord.ROLE | wait.task().tid() | TopWord.UPGRADABLE;
            if (port.compareAndSetLong(wait.lock().top(), top, kept)) {
                return true;
            }
        }
    }

    /** Leaves the role as the owner of the lock; nobody else can unlock, so a claim is settled too. */
    private void leaveRole(Wait wait) {
        leaveRole(wait.task(), wait.lock());
    }

    /** Leaves the role, kept for an upgrade until now. */
    void leaveRole(Task task, Lock lock) {
        for (;;) {
            long top = port.getLong(lock.top());
            if (TopWord.tid(top) != task.tid()) {
                return;
            }
            if (port.compareAndSetLong(lock.top(), top, top & ~TopWord.ROLE)) {
                ringIfQueued(top);
                return;
            }
        }
    }

    /**
     * Leaves the role without the lock. A hand-off must be withdrawn with it; if an unlocker has claimed
     * it, the lock is coming and is taken.
     */
    int giveUp(Wait wait, int reason) {
        for (;;) {
            long top = port.getLong(wait.lock().top());
            if (TopWord.tid(top) != wait.task().tid()) {
                return reason;
            }
            if (TopWord.has(top, TopWord.CLAIMED) && awaitClaimed(wait)) {
                return acquired(wait, Status.HANDOFF);
            }
            share.letReadersIn(wait.lock());
            if (port.compareAndSetLong(wait.lock().top(), top, top & ~TopWord.ROLE)) {
                ringIfQueued(top);
                return reason;
            }
        }
    }

    /** Waits for a lock that is coming; false if it cannot be, since nobody has it who could pass it on. */
    private boolean awaitClaimed(Wait wait) {
        Task task = wait.task();
        Lock lock = wait.lock();
        for (;;) {
            long word = port.getLong(lock.word());
            if (FutexWord.tid(word) == task.tid()) {
                return true;
            }
            if (FutexWord.isFree(word)) {
                port.corrupt(lock.top(), "a hand-off is claimed, but nobody owns the lock");
                return false;
            }
            LifeWatch owner = watchAndBury(lock, word);
            Parker.park(port, task, PARK_NANOS, false, owner);
            wait.slept();
        }
    }

    /**
     * The owner's life word to sleep on, or that of one of the readers. Is the owner dead, the clean-up has woken us before we sleep; does it die
     * between look and sleep, the word has changed.
     */
    private LifeWatch watchAndBury(Lock lock, long word) {
        int owner = FutexWord.isShared(word) ? Readers.oneToWatch(port, lock) : FutexWord.tid(word);
        if (owner == 0) {
            share.doubt(lock, word, 0);
            return null;
        }
        LifeWatch watch = LifeWord.watch(port, Tid.slot(owner));
        ownerDeath.cleanIfDead(lock, owner);
        return watch;
    }

    private void ringIfQueued(long top) {
        if (TopWord.has(top, TopWord.QUEUED)) {
            Doorbell.ring(port);
        }
    }
}
