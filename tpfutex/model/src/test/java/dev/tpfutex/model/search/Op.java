package dev.tpfutex.model.search;

import java.util.List;

/**
 * What an actor is about to do: one port call, or something of the scenario's.
 *
 * @param cell the memory cell concerned, -1 if none
 * @param x first argument: the value to store, to expect, to choose below ...
 * @param y second argument: the value to exchange for, the nanoseconds to sleep ...
 * @param also for {@link Kind#SLEEP}, what else must stay as it is
 * @param text for {@link Kind#FAIL}, what went wrong; for {@link Kind#RESET}, what the actor's heap looks like
 */
record Op(Kind kind, int cell, long x, long y, String text, List<Also> also) {

    /** A word that a sleeper sleeps on too, while it is {@code alive}. */
    record Also(int cell, long alive) {}

    Op(Kind kind, int cell, long x, long y, String text) {
        this(kind, cell, x, y, text, List.of());
    }

    /** Whether a wake-up at a cell ends this sleep. */
    boolean sleepsOn(int where) {
        return cell == where || also.stream().anyMatch(other -> other.cell == where);
    }

    enum Kind {
        LOAD,
        STORE,
        /** From {@code x} to {@code y}; the result is 1 or 0. */
        CAS,
        EXCHANGE,
        ADD,
        OR,
        /** Clears the bits of {@code x}. */
        CLEAR,
        /** While the cell is {@code x}, for {@code y} nanoseconds; an interrupt ends it if {@code text} is not null. */
        SLEEP,
        WAKE,
        /** Between two polls: goes on once something that was read since the last such op has changed. */
        REST,
        LOOKS_RUNNING,
        /** Slot {@code x}. */
        LOOKS_STOPPED,
        /** One of {@code x} ways to go on. */
        CHOOSE,
        /** Goes on once the cell is not {@code x}. */
        AWAIT,
        /** For the ledger; happens together with the op before. */
        EVENT,
        /** All that the actor remembers is in {@code text}; happens together with the op before. */
        RESET,
        FAIL,
        END
    }

    boolean is(Kind other) {
        return kind == other;
    }
}
