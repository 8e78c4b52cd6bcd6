package dev.tpfutex.core;

/**
 * One entry of a {@link RobustList}: a lock that the task may hold or be about to, and whether it is one of the
 * lock's readers. The count in a futex word does not say who the readers are; their entries do, which is what lets a
 * dead reader's share be taken back, and a reader leave the word alone (the visible readers table of BRAVO, Dice and
 * Kogan 2019).
 *
 * <pre>
 *  31..30  29..25                                   24..0
 *  share   generation, lowest bits (0 if no share)  index + 1 of the lock, 0 = none
 * </pre>
 *
 * States of the share:
 * <ol>
 *   <li>{@code 0}: no reader. As an owner the task stands in the lock's word.
 *   <li>{@code PENDING}: about to become a reader or to cease to be one: whether it is, nobody else can tell. A task is
 *       in this state for a few instructions only.
 *   <li>{@code HELD}: a reader.
 * </ol>
 * Only the task writes its entries, and it clears them when its slot is issued. Until it has, they say what the last
 * holder of the slot left: hence the generation.
 */
public final class RobustEntry {

    private static final int LOCK_MASK = (1 << 25) - 1;
    private static final int GENERATION_SHIFT = 25;
    private static final int GENERATION_MASK = 0x1f << GENERATION_SHIFT;

    /** State of the share of a task that is about to become a reader, or to cease to be one. */
    static final int PENDING = 1 << 30;

    /** State of the share of a reader. */
    static final int HELD = 2 << 30;

    private static final int SHARE_MASK = 3 << 30;

    private RobustEntry() {}

    /** An entry for a lock, without a share. */
    static int of(int lock) {
        return lock + 1;
    }

    /** The entry of a task that has a share of a lock, but for the share's state. */
    static int share(int lock, int tid) {
        return generation(tid) | of(lock);
    }

    /** The lock that an entry names, -1 if none; perhaps one that the space does not have. */
    public static int lock(int entry) {
        return (entry & LOCK_MASK) - 1;
    }

    /** Whether an entry, found in the slot of {@code tid}, says that this task is or may be a reader. */
    public static boolean isShare(int entry, int tid) {
        return (entry & SHARE_MASK) != 0 && (entry & GENERATION_MASK) == generation(tid);
    }

    /** Whether the one who has the share is just getting it or giving it back. */
    public static boolean isPending(int share) {
        return (share & SHARE_MASK) == PENDING;
    }

    private static int generation(int tid) {
        return Tid.generation(tid) << GENERATION_SHIFT & GENERATION_MASK;
    }
}
