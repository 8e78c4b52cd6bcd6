package dev.tpfutex.core;

/**
 * The steps by which a task becomes a reader and ceases to be one, as long as nothing is in the way (the userspace part
 * of TP futexes v6, patch 16). Each is one change of the word, or of what it means, between two of the task's own entry: first
 * that says that something is pending, then what has come of it. So whoever counts the readers anew ({@link Recount})
 * knows whom to wait for, and a death at any point loses nothing.
 */
final class ReaderSteps {

    private ReaderSteps() {}

    /** One attempt to become a reader of the word at {@code at}; false if the word forbids it, or was being changed. */
    static boolean join(Port port, long at, Hold hold) {
        // To load the word first would cost as much again: a reader that was alone takes it for what it was.
        long seen = hold.seen;
        if (FutexWord.seedWord(seen) == 0) {
            return count(port, at, hold, seen, FutexWord.firstRead(seen));
        }
        return FutexWord.isBiased(seen) ? show(port, at, hold) : joinOthers(port, at, hold);
    }

    private static boolean joinOthers(Port port, long at, Hold hold) {
        long word = port.getLong(at);
        return FutexWord.isBiased(word)
                ? show(port, at, hold)
                : FutexWord.isJoinable(word, Readers.FOR_NEWCOMERS)
                        && count(port, at, hold, word, FutexWord.joined(word));
    }

    /** By the own entry alone, as long as the word says that this will do. */
    static boolean show(Port port, long at, Hold hold) {
        // Either we see that the word is no longer biased, or who has changed it sees us.
        port.putIntBeforeLoad(hold.entryAt(), hold.pendingEntry());
        long word = port.getLong(at);
        boolean biased = FutexWord.isBiased(word);
        port.putIntOrdered(hold.entryAt(), biased ? hold.heldEntry() : hold.idleEntry());
        hold.seen = word;
        return biased;
    }

    /** By the count in the word, from {@code word}, which allows it, to {@code next}. */
    static boolean count(Port port, long at, Hold hold, long word, long next) {
        port.putIntOrdered(hold.entryAt(), hold.pendingEntry());
        boolean joined = port.compareAndSetLong(at, word, next);
        port.putIntOrdered(hold.entryAt(), joined ? hold.heldEntry() : hold.idleEntry());
        hold.seen = joined ? next : Hold.UNKNOWN;
        return joined;
    }

    /** One attempt to cease to be a reader; false, and it still is one, if others have to be thought of. */
    static boolean leave(Port port, long at, Hold hold) {
        return hold.isCounted() ? uncount(port, at, hold) : hide(port, at, hold);
    }

    private static boolean hide(Port port, long at, Hold hold) {
        port.putIntBeforeLoad(hold.entryAt(), hold.pendingEntry());
        boolean uncounted = hold.isUncounted(port.getLong(at));
        port.putIntOrdered(hold.entryAt(), uncounted ? hold.idleEntry() : hold.heldEntry());
        return uncounted;
    }

    private static boolean uncount(Port port, long at, Hold hold) {
        port.putIntOrdered(hold.entryAt(), hold.pendingEntry());
        boolean left = FutexWord.isOneRead(hold.seen) ? leaveFree(port, at, hold) : leaveOthers(port, at, hold);
        port.putIntOrdered(hold.entryAt(), left ? hold.idleEntry() : hold.heldEntry());
        return left;
    }

    private static boolean leaveFree(Port port, long at, Hold hold) {
        long seen = hold.seen;
        long free = FutexWord.with(seen, 0);
        hold.seen = free;
        return port.compareAndSetLong(at, seen, free);
    }

    private static boolean leaveOthers(Port port, long at, Hold hold) {
        long word = port.getLong(at);
        long next = FutexWord.leftByReader(word);
        boolean left = FutexWord.isLeftSimply(word) && port.compareAndSetLong(at, word, next);
        hold.seen = left ? next : Hold.UNKNOWN;
        return left;
    }

    /** Says that the task is about to leave; a reader that was not counted then finds out whether it has been since. */
    static void announceLeave(Port port, Hold hold) {
        if (hold.isCounted()) {
            port.putIntOrdered(hold.entryAt(), hold.pendingEntry());
        } else {
            port.putIntBeforeLoad(hold.entryAt(), hold.pendingEntry());
        }
    }
}
