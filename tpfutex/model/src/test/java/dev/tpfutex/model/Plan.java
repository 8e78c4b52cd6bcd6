package dev.tpfutex.model;

/**
 * What a scenario inflicts on its actors.
 *
 * @param tasks clients, each a process of its own with one task
 * @param rounds lock/unlock pairs of each
 * @param deaths most clients that are killed, at any step
 * @param coordinatorDeaths most coordinators that are killed, at any step
 * @param usurpers most coordinators that are elected while the one before goes on
 * @param stops most clients that are stopped for a while, while they do not own the lock
 * @param timeouts whether some locks have a deadline
 * @param interrupts whether clients are interrupted
 * @param readPercent how many of the rounds read; -1 = a mutex
 * @param attributes of the reader-writer lock
 * @param victim the client to kill at exactly its step {@code victimStep}; -1 = none
 */
record Plan(
        int tasks,
        int rounds,
        int deaths,
        int coordinatorDeaths,
        int usurpers,
        int stops,
        boolean timeouts,
        boolean interrupts,
        int readPercent,
        int attributes,
        int victim,
        int victimStep) {

    static Plan calm(int tasks, int rounds) {
        return new Plan(tasks, rounds, 0, 0, 0, 0, false, false, -1, 0, -1, 0);
    }

    Plan withTimeouts() {
        return new Plan(tasks, rounds, deaths, coordinatorDeaths, usurpers, stops, true, true, readPercent, attributes,
                victim, victimStep);
    }

    Plan withDeaths(int clients, int coordinators) {
        return new Plan(tasks, rounds, clients, coordinators, usurpers, stops, timeouts, interrupts, readPercent,
                attributes, victim, victimStep);
    }

    Plan withUsurpers(int count) {
        return new Plan(tasks, rounds, deaths, coordinatorDeaths, count, stops, timeouts, interrupts, readPercent,
                attributes, victim, victimStep);
    }

    Plan withStops(int count) {
        return new Plan(tasks, rounds, deaths, coordinatorDeaths, usurpers, count, timeouts, interrupts, readPercent,
                attributes, victim, victimStep);
    }

    Plan reading(int percent, int withAttributes) {
        return new Plan(tasks, rounds, deaths, coordinatorDeaths, usurpers, stops, timeouts, interrupts, percent,
                withAttributes, victim, victimStep);
    }

    Plan killing(int client, int step) {
        return new Plan(tasks, rounds, deaths, coordinatorDeaths, usurpers, stops, timeouts, interrupts, readPercent,
                attributes, client, step);
    }

    /** Whether nothing can make the coordinator forget what it knows. */
    boolean coordinatorIsSteady() {
        return coordinatorDeaths == 0 && usurpers == 0;
    }
}
