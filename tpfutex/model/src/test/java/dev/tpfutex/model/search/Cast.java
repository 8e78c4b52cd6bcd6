package dev.tpfutex.model.search;

import java.util.function.Supplier;

/**
 * One actor of a scenario.
 *
 * @param index which of its role
 * @param process all actors of a process die together
 * @param onStage whether it acts from the beginning
 */
record Cast(String name, Role role, int index, int process, boolean onStage, Supplier<Runnable> code) {

    enum Role {
        CLIENT,
        HOST,
        /** A thread of a host that hears of a death. */
        WATCHER,
        /** A thread of some process that cleans up after dead clients. */
        RECOVERER
    }

    boolean is(Role other) {
        return role == other;
    }
}
