package dev.tpfutex.model.search;

import dev.tpfutex.core.FutexWord;
import dev.tpfutex.core.TopWord;

/**
 * What a client that locks remembers of its past: less than all of it. It forgets what it has read once it has acted on
 * it, by a write, a wake-up or a sleep, except for where in its code it is, what a top waiter keeps in its patience (what
 * it has last seen of owner or readers, and when that changed), what it has concluded from the top word about joining
 * readers, and what the hold says, which is in the heap. That this is so is tested ({@code ReductionTest}).
 *
 * @param anchor the node after the last act
 * @param times at which times the client has looked at the clock, and at which of these its patience saw a change
 * @param seen what its patience has last seen
 * @param changed whether that is new since its last look at the clock
 * @param isCleaning whether it has found a process dead: then it may be cleaning up, and forgets nothing
 */
record Past(int anchor, String times, long seen, boolean changed, boolean isCleaning) {

    static final Past NONE = new Past(Automaton.ROOT, "", 0, false, false);

    /** Whether to have done this is to forget what led to it. */
    static boolean isAct(Op op, long result) {
        return switch (op.kind()) {
            case STORE, EXCHANGE, ADD, OR, CLEAR, WAKE, SLEEP -> true;
            case CAS -> result != 0;
            default -> false;
        };
    }

    /** {@code place}: where in the code the op is. */
    Past after(Op op, long result, Cells cells, LockWords lock, String place) {
        return switch (op.kind()) {
            case LOAD -> afterLoad(cells, cells.addressOf(op.cell()), result, lock, place);
            case CHOOSE, LOOKS_RUNNING, LOOKS_STOPPED -> remember("?" + result);
            default -> this;
        };
    }

    private Past afterLoad(Cells cells, long at, long result, LockWords lock, String place) {
        if (at == Cells.CLOCK) {
            return afterLook(result, place);
        }
        if (at == lock.word()) {
            return isObserved(result, place) ? observe(activity(result)) : this;
        }
        if (at == lock.top()) {
            return afterTop(result, place);
        }
        if (Cells.isInterrupt(at) && result != 0) {
            return remember("!");
        }
        boolean dead = Cells.isDeath(at) && result != 0
                || cells.isLifeWord(at) && FutexWord.ownerDied(result);
        return dead ? new Past(anchor, times, seen, changed, true) : this;
    }

    private Past afterTop(long top, String place) {
        if (place.startsWith("TopWaiter.isRoleWanted")) {
            return remember(TopWord.has(top, TopWord.HOLD) ? "w1" : "w0");
        }
        return place.startsWith("Readers.obstacles") ? remember(obstacles(top)) : this;
    }

    private Past afterLook(long now, String place) {
        if (place.startsWith("Bias.")) {
            // In between of what the patience sees and when.
            return remember("b" + now);
        }
        if (place.startsWith("Patience.<init>")) {
            // It has seen nothing yet.
            return new Past(anchor, looked(times, now, false), 0, false, isCleaning);
        }
        boolean observes = place.startsWith("TopWaiter.poll") || place.startsWith("Upgrade.run");
        return new Past(anchor, looked(times, now, changed && observes), seen, changed && !observes, isCleaning);
    }

    /** Whether the patience is told of this word. */
    private static boolean isObserved(long word, String place) {
        return place.startsWith("Upgrade.run") || place.startsWith("TopWaiter.poll") && !FutexWord.isFree(word);
    }

    private Past observe(long activity) {
        return activity == seen ? this : new Past(anchor, times, activity, true, isCleaning);
    }

    /** As in {@code Patience}. */
    private static long activity(long word) {
        return FutexWord.with(word, FutexWord.isShared(word) ? FutexWord.readers(word) + 1 : 0);
    }

    /** What {@code Readers.obstacles} makes of the top word. */
    private static String obstacles(long top) {
        boolean nobody = TopWord.tid(top) == 0 && !TopWord.has(top, TopWord.HOLD);
        return nobody ? "o0" : TopWord.has(top, TopWord.HANDOFF) ? "o2" : "o1";
    }

    Past at(int newAnchor) {
        return new Past(newAnchor, times, seen, changed, isCleaning);
    }

    /** Twice the same in a row tells nothing new. */
    private Past remember(String what) {
        return times.endsWith(what) ? this : new Past(anchor, times + what, seen, changed, isCleaning);
    }

    /** The clock shows {@code now}; that is marked if there was a change since the look before. */
    private static String looked(String times, long now, boolean changed) {
        String look = "@" + now;
        int last = times.lastIndexOf('@');
        if (last < 0 || !times.startsWith(look, last)) {
            return times + look + (changed ? "*" : "");
        }
        int end = last + look.length();
        return changed && !times.startsWith("*", end) ? times.substring(0, end) + "*" + times.substring(end) : times;
    }
}
