package dev.tpfutex.core;

import dev.tpfutex.shm.layout.LockLayout;

/**
 * The top waiter: the one task that polls a lock's word and may sleep on it ({@code futex_spin_on_owner} of
 * seed 000, patches 9 to 13; spinning while the owner runs as in seed 004).
 *
 * <p>Its polls back off, because a waiter that grabs the word at every release makes the line bounce and
 * halves the throughput: the running owner may re-take the lock for a while. That ends after
 * {@link #HANDOFF_NANOS}, when the waiter asks for a hand-off.
 *
 * <p>Of readers nobody can say whether they run: it polls until none has come or gone for 50 µs, then sleeps (seed 000,
 * patch 16).
 */
final class TopWaiter {

    /** Not in the role any more, or not given it: queue up. Neither a status nor an error. */
    static final int ROLE_LOST = Integer.MIN_VALUE;

    /** After this long without the lock the next unlocker must pass it on (seed 000, patch 11). */
    static final long HANDOFF_NANOS = 5_000_000;

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

    /** Takes the role if nobody has it and, unless {@code granted}, it is not kept for somebody. */
    boolean takeRole(Wait wait, boolean granted) {
        for (;;) {
            long top = port.getLong(wait.lock().top());
            if (TopWord.tid(top) != 0 || !granted && TopWord.has(top, TopWord.HOLD)) {
                return false;
            }
            long taken = top & TopWord.QUEUED | wait.task().tid();
            if (port.compareAndSetLong(wait.lock().top(), top, taken)) {
                return true;
            }
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
        for (;;) {
            long word = port.getLong(lock.word());
            if (FutexWord.tid(word) == task.tid()) {
                leaveRole(wait);
                return Status.of(Status.HANDOFF, wait.sleeps());
            }
            if (FutexWord.isFree(word)) {
                int result = takeFree(wait);
                if (!Errno.EBUSY.is(result)) {
                    return result;
                }
                continue;
            }
            if (FutexWord.isShared(word) && joinReaders(wait)) {
                leaveRole(wait);
                return Status.of(Status.ACQUIRED, wait.sleeps());
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
            leaveRole(wait);
            return Status.of(Status.ACQUIRED, wait.sleeps());
        }
        return Errno.EBUSY.is(result) ? result : giveUp(wait, result);
    }

    /** Readers have the lock: joins them, or sees to it that the word counts them all. */
    private boolean joinReaders(Wait wait) {
        share.settle(wait.lock(), !wait.isShared());
        return wait.isShared() && share.join(wait.lock(), wait.reader(), Readers.FOR_ALL);
    }

    /** The word is somebody else's: polls, or asks for a hand-off, or sleeps. False if the role is lost. */
    private boolean waitABit(Wait wait, Patience patience, long word, long now) {
        patience.observe(word, now);
        boolean handOff = patience.isExhausted(now);
        boolean sleep = patience.shouldSleep(word, now);
        if (!handOff && !sleep && !isToStopReaders(wait, word)) {
            patience.relax();
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
            wait.park(port, now, handOff ? PARK_NANOS : HANDOFF_NANOS, owner);
            patience.slept();
        } else {
            patience.relax();
        }
        return true;
    }

    /** Where writers are preferred, no more readers join once one waits; elsewhere only when it has waited a while. */
    private boolean isToStopReaders(Wait wait, long word) {
        return FutexWord.isShared(word)
                && !FutexWord.hasWaiters(word)
                && !wait.isShared()
                && (port.getInt(wait.lock().at(LockLayout.ATTRIBUTES)) & LockLayout.PREFER_WRITERS) != 0;
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

    /** Leaves the role as the owner of the lock; nobody else can unlock, so a claim is settled too. */
    private void leaveRole(Wait wait) {
        for (;;) {
            long top = port.getLong(wait.lock().top());
            if (TopWord.tid(top) != wait.task().tid()) {
                return;
            }
            if (port.compareAndSetLong(wait.lock().top(), top, top & ~TopWord.ROLE)) {
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
                leaveRole(wait);
                return Status.of(Status.HANDOFF, wait.sleeps());
            }
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
     * The owner's life word to sleep on. Is the owner dead, the clean-up has woken us before we sleep; does it die
     * between look and sleep, the word has changed.
     */
    private LifeWatch watchAndBury(Lock lock, long word) {
        int owner = FutexWord.tid(word);
        if (owner == 0) {
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

    /** How long one top waiter has polled and slept, and what it has seen of the owner. */
    private static final class Patience {

        /** Most pauses between two polls: a longer back-off raises throughput and lowers fairness. */
        private static final int MAX_RELAX = 1024;

        /** How long to poll between two looks at whether the owner runs. */
        private static final long LOOK_NANOS = 50_000;

        /** An owner that keeps the lock longer than this in one go is not worth polling for. */
        private static final long LONG_HOLD_NANOS = 1_000_000;

        private final Port port;
        private final Task asker;
        private final long start;
        private int relax = 1;
        private long lastSeen;
        private long sinceChange;
        private long nextLook;

        Patience(Port port, Wait wait) {
            this.port = port;
            this.asker = wait.task();
            this.start = port.nanoTime();
            this.sinceChange = start;
            this.nextLook = start + LOOK_NANOS;
        }

        void observe(long word, long now) {
            if (activity(word) != lastSeen) {
                lastSeen = activity(word);
                sinceChange = now;
            }
        }

        /** What changes with each owner and with each reader. */
        private static long activity(long word) {
            return FutexWord.with(word, FutexWord.isShared(word) ? FutexWord.readers(word) + 1 : 0);
        }

        boolean isExhausted(long now) {
            return now - start >= HANDOFF_NANOS;
        }

        boolean shouldSleep(long word, long now) {
            if (now - sinceChange >= LONG_HOLD_NANOS) {
                return true;
            }
            if (now < nextLook) {
                return false;
            }
            nextLook = now + LOOK_NANOS;
            if (FutexWord.isShared(word)) {
                return now - sinceChange >= LOOK_NANOS;
            }
            int slot = Tid.slot(FutexWord.tid(word));
            if (slot >= port.layout().maxTasks()) {
                return true;
            }
            return now - sinceChange >= LOOK_NANOS && (Parker.isParked(port, slot) || !port.looksRunning(asker, slot));
        }

        void relax() {
            port.relax(relax);
            if (relax < MAX_RELAX) {
                relax <<= 1;
            } else {
                port.yieldProcessor();
            }
        }

        /** Woken up: polls closely again, unless the owner has kept the lock all the while. */
        void slept() {
            relax = 1;
            nextLook = Long.MIN_VALUE;
        }
    }
}
