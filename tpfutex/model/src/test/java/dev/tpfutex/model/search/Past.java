package dev.tpfutex.model.search;

import dev.tpfutex.core.FutexWord;

/**
 * What a client that locks remembers of its past: less than all of it. It forgets what it has read once it has acted on
 * it, by a write, a wake-up or a sleep, except for what a top waiter keeps in its patience (the last passage, and
 * when there was a change) and what the hold says, which is in the heap. That this is so is tested ({@code ForgettingTest}).
 *
 * @param anchor the node after the last act
 * @param times at which times the client has looked at the clock, and at which of these there was a new passage
 * @param passage the last it has read
 * @param isCleaning whether it has found a process dead: then it may be cleaning up, and forgets nothing
 */
record Past(int anchor, String times, int passage, boolean isCleaning) {

    static final Past NONE = new Past(Automaton.ROOT, "", -1, false);

    /** Whether to have done this is to forget what led to it. */
    static boolean isAct(Op op, long result) {
        return switch (op.kind()) {
            case STORE, EXCHANGE, ADD, OR, CLEAR, WAKE, SLEEP -> true;
            case CAS -> result != 0;
            default -> false;
        };
    }

    Past after(Op op, long result, Cells cells, long word) {
        return switch (op.kind()) {
            case LOAD -> afterLoad(cells, cells.addressOf(op.cell()), result, word);
            case CHOOSE, LOOKS_RUNNING, LOOKS_STOPPED -> remember("?" + result);
            default -> this;
        };
    }

    private Past afterLoad(Cells cells, long at, long result, long word) {
        if (at == Cells.CLOCK) {
            return new Past(anchor, looked(times, result), passage, isCleaning);
        }
        if (at == word) {
            int read = FutexWord.passage(result);
            return read == passage ? this : new Past(anchor, remember("+").times, read, isCleaning);
        }
        if (Cells.isInterrupt(at) && result != 0) {
            return remember("!");
        }
        boolean dead = Cells.isDeath(at) && result != 0
                || cells.isLifeWord(at) && FutexWord.ownerDied(result);
        return dead ? new Past(anchor, times, passage, true) : this;
    }

    /** The first passage read from here on is new: to get the role is to know of none. */
    Past at(int newAnchor) {
        return new Past(newAnchor, times, -1, isCleaning);
    }

    /** Twice the same in a row tells nothing new. */
    private Past remember(String what) {
        return times.endsWith(what) ? this : new Past(anchor, times + what, passage, isCleaning);
    }

    /** The clock shows {@code now}; it is marked if there was a new passage since the look before. */
    private static String looked(String times, long now) {
        boolean changed = times.endsWith("+");
        String rest = changed ? times.substring(0, times.length() - 1) : times;
        String look = "@" + now;
        int last = rest.lastIndexOf('@');
        if (last < 0 || !rest.startsWith(look, last)) {
            return rest + look + (changed ? "*" : "");
        }
        int end = last + look.length();
        return changed && !rest.startsWith("*", end) ? rest.substring(0, end) + "*" + rest.substring(end) : rest;
    }
}
