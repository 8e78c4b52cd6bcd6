package dev.tpfutex.core;

/**
 * The TP-futex word: 64 bits, of which the lower half is the word of the TP futexes v6 (patches 9, 10 and 16), bit for bit.
 *
 * <pre>
 *  63..32   31      30          29      28             27..24    23..0
 *  passage  WAITERS OWNER_DIED  SHARED  SHARED_UNLOCK  reserved  reader count      (SHARED set)
 *  passage  WAITERS OWNER_DIED  0       ---------- owner tid, 29 bits ----------   (SHARED clear)
 * </pre>
 *
 * The passage is raised by each exclusive owner as it enters the critical section (to odd), on
 * the fast path in the same compare-and-exchange that takes ownership, and as it leaves (to even), always in the one
 * that gives it up. So a dead owner's lock itself says whether the owner was inside, no pending operation has to be
 * written down (the kernel's {@code list_op_pending}), and the count of passages is the fencing token ({@link FencingToken}).
 *
 * <p>States of a mutex's lower half:
 * <ol>
 *   <li>{@code 0}: free.
 *   <li>{@code tid}: owned; unlocked by one compare-and-exchange.
 *   <li>{@code tid|WAITERS}: owned; the unlocker looks at the top word and wakes or hands off.
 *   <li>{@code OWNER_DIED}: free, what it protects may be torn; the next owner is told.
 *   <li>{@code tid|OWNER_DIED}: owned by one who was told and has not repaired it yet.
 *   <li>{@code WAITERS} with tid 0: left by a racing waiter; blocks nobody.
 * </ol>
 * States of the passage:
 * <ol>
 *   <li>even: nobody is inside. An owner with an even passage is on its way in, by the slow path: its death tears
 *       nothing.
 *   <li>odd: the owner is inside, or died there and nobody has entered since.
 * </ol>
 * WAITERS means that the unlocker must come by; without it there may still be waiters.
 *
 * <p>More states of the lower half of a reader-writer lock. Readers come and go only by the count, and only while
 * the word is as they have seen it; the passage is even.
 * <ol start="7">
 *   <li>{@code SHARED|n}: n readers have it, and others may join by one compare-and-exchange.
 *   <li>{@code SHARED|n|WAITERS}: newcomers queue up; the last reader must come by.
 *   <li>{@code SHARED|SHARED_UNLOCK}, with WAITERS or not: the last reader has left by the count and is passing the
 *       lock on; nobody may join.
 *   <li>{@code SHARED|n|BIASED}: besides the n counted readers there may be others, who have only said so in their own
 *       task slots ({@link RobustEntry}). Nobody has the lock if there are none: this is a state of rest, too.
 *   <li>{@code SHARED|n|RECOUNT}: the count may be wrong; nobody joins or leaves until it has been set anew from the
 *       task slots ({@link Recount}).
 * </ol>
 */
public final class FutexWord {

    public static final int WAITERS = 0x8000_0000;
    public static final int OWNER_DIED = 0x4000_0000;
    public static final int SHARED = 0x2000_0000;
    public static final int SHARED_UNLOCK = 0x1000_0000;
    public static final int TID_MASK = 0x1fff_ffff;
    public static final int COUNT_MASK = 0x00ff_ffff;

    /** Of the reserved bits of a shared word: the count is to be set anew. */
    public static final int RECOUNT = 0x0800_0000;

    /** Of the reserved bits of a shared word: readers need not be counted. */
    public static final int BIASED = 0x0400_0000;

    private static final long LOWER_HALF = 0xffff_ffffL;
    private static final long ONE_PASSAGE = 1L << Integer.SIZE;

    private FutexWord() {}

    /** The owner's tid, 0 when the word has no exclusive owner. */
    public static int tid(long word) {
        return isShared(word) ? 0 : (int) word & TID_MASK;
    }

    /** Whether nobody has the lock, neither an owner nor readers; flags may be set. */
    public static boolean isFree(long word) {
        return ((int) word & (SHARED | TID_MASK)) == 0;
    }

    /** Whether the word is, or is just ceasing to be, the readers'. */
    public static boolean isShared(long word) {
        return ((int) word & SHARED) != 0;
    }

    /** How many readers the word counts; only for a shared word. */
    public static int readers(long word) {
        return (int) word & COUNT_MASK;
    }

    /** The lower half: the word of the TP futexes v6. */
    public static int seedWord(long word) {
        return (int) word;
    }

    public static boolean hasWaiters(long word) {
        return ((int) word & WAITERS) != 0;
    }

    public static boolean ownerDied(long word) {
        return ((int) word & OWNER_DIED) != 0;
    }

    /** The passage, an unsigned int. */
    public static int passage(long word) {
        return (int) (word >>> Integer.SIZE);
    }

    /** Whether the owner is inside, or died there. */
    public static boolean isInside(long word) {
        return (passage(word) & 1) != 0;
    }

    /** Whether the word is free, and a compare-and-exchange of {@link #entry} more takes it and enters. */
    static boolean isSimplyFree(long word) {
        return (word & (ONE_PASSAGE | LOWER_HALF)) == 0;
    }

    /** What to add to a simply free word to own it and be inside. */
    static long entry(int tid) {
        return ONE_PASSAGE | tid;
    }

    /** The word once its owner, inside and with no flag in the word, has left it free. */
    static long simplyLeft(long word) {
        return (word & ~LOWER_HALF) + ONE_PASSAGE;
    }

    /** The word once {@code seedWord}'s owner has entered. */
    static long entered(long word, int seedWord) {
        return (word & ~LOWER_HALF) + ONE_PASSAGE | ONE_PASSAGE | seedWord & LOWER_HALF;
    }

    /** The word once its owner has left in favour of {@code seedWord}. */
    static long left(long word, int seedWord) {
        return (word & ~LOWER_HALF) + (word & ONE_PASSAGE) | seedWord & LOWER_HALF;
    }

    /** The word once RECOUNT has been set: a passage is left out, so that no word that was read before comes back. */
    static long recounting(long word) {
        long next = word + 2 * ONE_PASSAGE;
        return with(next, seedWord(next) & ~BIASED | RECOUNT);
    }

    /** Whether a reader may leave the word alone: it is biased, and no other flag speaks against it. */
    public static boolean isBiased(long word) {
        return (seedWord(word) & ~COUNT_MASK) == (SHARED | BIASED);
    }

    /** Whether one more reader may come into the word by being counted: it is 0, or shared and without the obstacles. */
    static boolean isJoinable(long word, int obstacles) {
        int seedWord = seedWord(word);
        return isShared(word)
                ? (seedWord & obstacles) == 0 && readers(word) < COUNT_MASK
                : seedWord == 0 && !isInside(word);
    }

    /** The word once one more reader has joined. */
    static long joined(long word) {
        return isShared(word) ? word + 1 : with(word, SHARED | 1);
    }

    /**
     * The word once a counted reader has left. If it was the last one the word is free, unless somebody may be waiting;
     * then nobody may join until this reader has passed the lock on.
     */
    static long leftByReader(long word) {
        if (readers(word) > 1 || (seedWord(word) & BIASED) != 0) {
            return word - 1;
        }
        int waiters = seedWord(word) & WAITERS;
        return with(word, waiters == 0 ? 0 : SHARED | SHARED_UNLOCK | waiters);
    }

    /** Whether a reader that the word counts is the only one, and may become the owner. */
    static boolean isOnlyReader(long word) {
        return (seedWord(word) & ~WAITERS) == (SHARED | 1);
    }

    /** A free word without flags once a reader has taken it. */
    static long firstRead(long word) {
        return word | SHARED | 1;
    }

    /** Whether one reader has the word, and no flag is in it. */
    static boolean isOneRead(long word) {
        return seedWord(word) == (SHARED | 1);
    }

    /** Whether a counted reader may leave the word without a thought of others. */
    static boolean isLeftSimply(long word) {
        return (seedWord(word) & (SHARED | WAITERS | SHARED_UNLOCK | RECOUNT)) == SHARED && readers(word) > 0;
    }

    /** The word once its owner has left it to be a reader. */
    static long downgraded(long word) {
        return left(word, SHARED | 1 | seedWord(word) & WAITERS);
    }

    /** The same passage with another lower half. */
    public static long with(long word, int seedWord) {
        return word & ~LOWER_HALF | seedWord & LOWER_HALF;
    }
}
