package dev.tpfutex.core;

/**
 * The top word: who holds the serialization role of one lock (the kernel mutex of TP futexes v6, patch 9), and
 * what has been agreed with the queue and with the unlocker. Only a task whose tid is in it may sleep on
 * the futex word or ask for a hand-off; taking the futex word by compare-and-exchange is safe for anyone.
 *
 * <pre>
 *  63     62   61      60      59         58     57          56..29  28..0
 *  QUEUED HOLD HANDOFF CLAIMED UPGRADABLE READER FOR_READERS 0       tid of the top waiter, 0 = nobody
 * </pre>
 *
 * States:
 * <ol>
 *   <li>{@code 0}: nobody waits in the role; a newcomer may take it.
 *   <li>{@code tid}: {@code tid} has the role.
 *   <li>{@code HOLD}: kept for one whom the coordinator has granted it; newcomers queue up.
 *   <li>{@code tid|HANDOFF}: the next unlocker that comes by must pass ownership to {@code tid}.
 *   <li>{@code tid|HANDOFF|CLAIMED}: an unlocker has begun to; {@code tid} can no longer withdraw and the
 *       word will become {@code tid}.
 *   <li>{@code tid|UPGRADABLE}: {@code tid} is a reader or the owner, and keeps the role so that it, and nobody else, may
 *       become the owner without ceasing to be a reader first. Nobody takes the role away while it lives.
 *   <li>{@code tid|READER}: whose role it is only wants to read, and can do without it as soon as it runs if readers
 *       have the lock, so one who has to wait for those may take it.
 *   <li>{@code HOLD|FOR_READERS}: only readers are queued, and the role is not kept from one who wants to own the lock.
 * </ol>
 * QUEUED may stand beside each of these: the coordinator has sleepers for this lock and wants to hear when
 * the role becomes free. HOLD may stand beside 2, 4, 5 and 6: the role is kept once its holder leaves it.
 */
public final class TopWord {

    public static final long QUEUED = 1L << 63;
    public static final long HOLD = 1L << 62;
    public static final long HANDOFF = 1L << 61;
    public static final long CLAIMED = 1L << 60;
    public static final long UPGRADABLE = 1L << 59;
    public static final long READER = 1L << 58;
    public static final long FOR_READERS = 1L << 57;

    /** All that belongs to the holder of the role and goes with it. */
    public static final long ROLE = HANDOFF | CLAIMED | UPGRADABLE | READER | FutexWord.TID_MASK;

    private TopWord() {}

    /** Tid of the top waiter, 0 = nobody. */
    public static int tid(long top) {
        return (int) top & FutexWord.TID_MASK;
    }

    public static boolean has(long top, long flag) {
        return (top & flag) != 0;
    }
}
