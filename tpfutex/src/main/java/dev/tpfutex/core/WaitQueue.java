package dev.tpfutex.core;

import dev.tpfutex.shm.layout.CoordinatorLayout;
import dev.tpfutex.shm.layout.TaskLayout;

/**
 * Waiting for the role in the coordinator's queue, asleep on the own park word. The task's slot holds the
 * truth about the wait; the coordinator's queue is a copy.
 */
final class WaitQueue {

    /** The role is the caller's to take. */
    static final int ROLE_GRANTED = 0;

    /** Role or lock are said to be the caller's, who has been given neither. */
    static final int NAMED = 1;

    /** Longest sleep before a waiter looks around: bounds what any lost wake-up can cost. */
    static final long PARK_NANOS = 100_000_000;

    /** Longest sleep while the coordinator is known to be dead, and nobody has taken its place yet. */
    private static final long VACANCY_NANOS = 5_000_000;

    /** Looks without a beat of the coordinator before it is suspected to have stopped. */
    private static final int SILENT_LOOKS = 4;

    /** Most looks between two submissions: one that has been forgotten costs so much longer. */
    private static final int MOST_LOOKS = 8;

    private final Port port;

    WaitQueue(Port port) {
        this.port = port;
    }

    /** Queues up and sleeps until granted the role, or returns NAMED, ETIMEDOUT or EINTR, no longer queued. */
    int await(Wait wait) {
        enqueue(wait);
        CoordinatorWatch watch = new CoordinatorWatch(wait.enqueued());
        for (;;) {
            long state = port.getLong(at(wait, TaskLayout.WAIT));
            if (state == WaitWord.of(wait.ticket(), WaitWord.GRANTED)) {
                return ROLE_GRANTED;
            }
            boolean queued = state == WaitWord.of(wait.ticket(), WaitWord.QUEUED);
            long now = port.nanoTime();
            int reason = wait.reasonToStop(port, now);
            if (!queued) {
                port.corrupt(at(wait, TaskLayout.WAIT), "says " + Long.toHexString(state) + " of a queued task");
                enqueue(wait);
            }
            if (reason != 0) {
                return cancel(wait) ? watch.gaveUp(reason) : ROLE_GRANTED;
            }
            if (watch.look(wait, now) && isNamed(wait) && cancel(wait)) {
                return NAMED;
            }
            watch.sleep(wait, now);
        }
    }

    /** The wait is over, the role taken or not. */
    void leave(Wait wait) {
        port.putLong(at(wait, TaskLayout.WAIT), WaitWord.of(wait.ticket(), WaitWord.IDLE));
    }

    /** Leaves the queue from wherever in it the task is. */
    void abandon(Wait wait) {
        long at = at(wait, TaskLayout.WAIT);
        port.putLong(at, WaitWord.of(WaitWord.ticket(port.getLong(at)), WaitWord.IDLE));
    }

    private void enqueue(Wait wait) {
        if (wait.enqueued() == 0) {
            wait.enqueued(port.nanoTime());
        }
        wait.ticket(wait.task().nextTicket());
        describe(wait);
        port.putLong(at(wait, TaskLayout.WAIT), WaitWord.of(wait.ticket(), WaitWord.QUEUED));
        Submissions.submit(port, wait.task().slot());
    }

    private void describe(Wait wait) {
        port.putInt(at(wait, TaskLayout.WAIT_LOCK), wait.lock().index());
        port.putInt(at(wait, TaskLayout.WAIT_MODE),
                wait.mayJoin() ? TaskLayout.MODE_SHARED : TaskLayout.MODE_EXCLUSIVE);
        port.putLong(at(wait, TaskLayout.ENQUEUED), wait.enqueued());
    }

    /** Only damage can do that to one who is queued, and nobody else would ever find out. */
    private boolean isNamed(Wait wait) {
        Lock lock = wait.lock();
        int tid = wait.task().tid();
        if (TopWord.tid(port.getLong(lock.top())) == tid) {
            port.corrupt(lock.top(), "names a task that is queued");
            return true;
        }
        if (FutexWord.tid(port.getLong(lock.word())) == tid) {
            port.corrupt(lock.word(), "names a task that is queued");
            return true;
        }
        return false;
    }

    boolean cancel(Wait wait) {
        return port.compareAndSetLong(
                at(wait, TaskLayout.WAIT),
                WaitWord.of(wait.ticket(), WaitWord.QUEUED),
                WaitWord.of(wait.ticket(), WaitWord.IDLE));
    }

    private static long at(Wait wait, long field) {
        return wait.task().base() + field;
    }

    /** Sees whether the coordinator lives and still beats, and submits again in case it forgot us. */
    private final class CoordinatorWatch {

        private long lastLook;
        private long lastBeat;
        private int silent;
        private int looks;

        CoordinatorWatch(long now) {
            lastLook = now;
            lastBeat = beat();
        }

        /** Whether it was time to look. */
        boolean look(Wait wait, long now) {
            if (now - lastLook < PARK_NANOS) {
                return false;
            }
            lastLook = now;
            long beat = beat();
            silent = beat == lastBeat ? silent + 1 : 0;
            lastBeat = beat;
            repair(wait);
            if (isToSubmitAgain()) {
                Submissions.submit(port, wait.task().slot());
            }
            if (silent >= SILENT_LOOKS) {
                silent = 0;
                port.suspectCoordinator(ServingWord.epoch(serving()));
            }
            return true;
        }

        /** Those who never wait for long would not notice a coordinator that does not hear its bell (it is damaged). */
        int gaveUp(int reason) {
            if (looks == 0) {
                Doorbell.ringSurely(port);
            }
            return reason;
        }

        /** Each time the coordinator is woken for nothing, as a rule: soon at first, then less and less often. */
        private boolean isToSubmitAgain() {
            looks++;
            return looks % MOST_LOOKS == 0 || Integer.bitCount(looks) == 1;
        }

        /** Sleeps on the task's park word, and on the life word of the coordinator. */
        void sleep(Wait wait, long now) {
            long serving = serving();
            if (isHere(wait, serving)) {
                // We would die with it: the one whom the kernel wakes has to be somebody else.
                wait.park(port, now, PARK_NANOS, null);
                return;
            }
            LifeWatch life = CoordinatorLife.watch(port, serving);
            boolean vacant = life == null && tellIfDead(serving);
            wait.park(port, now, vacant ? VACANCY_NANOS : PARK_NANOS, life);
            if (life != null) {
                // Whatever has ended the sleep: the kernel may have told us and nobody else.
                tellIfDead(serving);
            }
        }

        private boolean isHere(Wait wait, long serving) {
            int host = ServingWord.process(serving);
            return host >= 0 && host == TaskControl.process(port.getLong(at(wait, TaskLayout.CONTROL)));
        }

        private boolean tellIfDead(long serving) {
            boolean dead = CoordinatorLife.isMarked(port, serving);
            if (dead) {
                port.suspectCoordinator(ServingWord.epoch(serving));
            }
            return dead;
        }

        /** What the coordinator reads is read by nobody else: if it is damaged only the task can tell. */
        private void repair(Wait wait) {
            if (port.getInt(at(wait, TaskLayout.WAIT_LOCK)) != wait.lock().index()
                    || port.getLong(at(wait, TaskLayout.ENQUEUED)) != wait.enqueued()) {
                port.corrupt(at(wait, TaskLayout.WAIT_LOCK),
                        "a queued task waits for another lock or since another time");
                describe(wait);
            }
        }

        private long beat() {
            return port.getLong(port.layout().coordinator() + CoordinatorLayout.BEAT);
        }

        private long serving() {
            return port.getLong(ServingWord.at(port));
        }
    }
}
