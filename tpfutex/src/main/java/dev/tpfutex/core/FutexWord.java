package dev.tpfutex.core;

/**
 * The TP-futex word, bit for bit as in seed 000 (patches 9, 10 and 16).
 *
 * <pre>
 *  31      30          29      28             27..24    23..0
 *  WAITERS OWNER_DIED  SHARED  SHARED_UNLOCK  reserved  reader count      (SHARED set)
 *  WAITERS OWNER_DIED  0       ---------- owner tid, 29 bits ----------   (SHARED clear)
 * </pre>
 *
 * States of a mutex's word:
 * <ol>
 *   <li>{@code 0}: free.
 *   <li>{@code tid}: owned; unlocked by one compare-and-exchange.
 *   <li>{@code tid|WAITERS}: owned; the unlocker looks at the top word and wakes or hands off.
 *   <li>{@code OWNER_DIED}: free, what it protects may be torn; the next owner is told.
 *   <li>{@code tid|OWNER_DIED}: owned by one who was told and has not repaired it yet.
 *   <li>{@code WAITERS} with tid 0: left by a racing waiter; blocks nobody.
 * </ol>
 * WAITERS means that the unlocker must come by; without it there may still be waiters.
 */
public final class FutexWord {

    public static final int WAITERS = 0x8000_0000;
    public static final int OWNER_DIED = 0x4000_0000;
    public static final int SHARED = 0x2000_0000;
    public static final int SHARED_UNLOCK = 0x1000_0000;
    public static final int TID_MASK = 0x1fff_ffff;
    public static final int COUNT_MASK = 0x00ff_ffff;

    private FutexWord() {}

    /** The owner's tid, 0 when the word has no exclusive owner. */
    public static int tid(int word) {
        return word & TID_MASK;
    }

    public static boolean hasWaiters(int word) {
        return (word & WAITERS) != 0;
    }

    public static boolean ownerDied(int word) {
        return (word & OWNER_DIED) != 0;
    }
}
