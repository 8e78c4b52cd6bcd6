package dev.tpfutex.robust.point;

import java.util.function.Consumer;

/**
 * A situation in which a victim is to die at a point.
 *
 * @param name what the victim does
 * @param cast who is the victim
 * @param thread beginning of the name of its thread that dies
 * @param before how everybody takes their places; the victim's traps are not set yet
 * @param operation thread and command of the victim, empty if it is told nothing
 * @param during what the others do until the victim is gone or has ended its operation
 * @param insideAtFirst whether it is inside the critical section when the operation begins
 * @param boundary the port call by which it enters or leaves, empty if it does not
 */
record Scenario(String name, Cast cast, String thread, Consumer<Stage> before, String operation,
        Consumer<Stage> during, boolean insideAtFirst, String boundary) {

    enum Cast {
        /** It has the space open and has locked before. */
        CLIENT,
        /** It has yet to open the space. */
        NEWCOMER,
        /** It has the space open, and has never locked. */
        BEGINNER,
        /** It hosts the coordinator. */
        HOST,
        /** It is a daemon, and starts when all others have taken their places. */
        DAEMON
    }

    static Scenario of(String name, Cast cast, String thread) {
        return new Scenario(name, cast, thread, stage -> {}, "", stage -> {}, false, "");
    }

    Scenario before(Consumer<Stage> steps) {
        return new Scenario(name, cast, thread, steps, operation, during, insideAtFirst, boundary);
    }

    Scenario operation(String command) {
        return new Scenario(name, cast, thread, before, command, during, insideAtFirst, boundary);
    }

    Scenario during(Consumer<Stage> steps) {
        return new Scenario(name, cast, thread, before, operation, steps, insideAtFirst, boundary);
    }

    /** It enters by this call. */
    Scenario enters(String call) {
        return new Scenario(name, cast, thread, before, operation, during, false, call);
    }

    /** It is inside and leaves by this call. */
    Scenario leaves(String call) {
        return new Scenario(name, cast, thread, before, operation, during, true, call);
    }

    @Override
    public String toString() {
        return name;
    }
}
