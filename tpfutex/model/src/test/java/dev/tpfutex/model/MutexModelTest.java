package dev.tpfutex.model;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Random schedules of the mutex, and a death at every step of a client. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class MutexModelTest {

    private static final int SCHEDULES = Integer.getInteger("tpfutex.model.schedules", 10_000);
    private static final long SEED = Long.getLong("tpfutex.model.seed", 1);

    private static void explore(Plan plan) {
        long steps = 0;
        for (long seed = SEED; seed < SEED + SCHEDULES; seed++) {
            steps += MutexScenario.run(plan, seed);
        }
        System.out.printf("%s: %,d schedules, %,d steps%n", plan, SCHEDULES, steps);
    }

    @Test
    void twoTasks() {
        explore(Plan.calm(2, 3));
    }

    @Test
    void fourTasks() {
        explore(Plan.calm(4, 2));
    }

    @Test
    void timeoutsAndInterrupts() {
        explore(Plan.calm(4, 3).withTimeouts());
    }

    @Test
    void deathsOfClients() {
        explore(Plan.calm(4, 3).withDeaths(3, 0));
    }

    @Test
    void deathsOfClientsWithTimeouts() {
        explore(Plan.calm(4, 3).withTimeouts().withDeaths(3, 0));
    }

    @Test
    void deathsOfCoordinators() {
        explore(Plan.calm(4, 3).withTimeouts().withDeaths(2, 3));
    }

    @Test
    void deathsOfCoordinatorsOnly() {
        explore(Plan.calm(4, 3).withTimeouts().withDeaths(0, 3));
    }

    @Test
    void twoCoordinatorsAtOnce() {
        explore(Plan.calm(4, 3).withTimeouts().withDeaths(2, 2).withUsurpers(3));
    }

    @Test
    void stoppedClients() {
        explore(Plan.calm(4, 3).withStops(2));
    }

    @Test
    void stoppedAndDyingClients() {
        explore(Plan.calm(4, 3).withStops(2).withTimeouts().withDeaths(2, 2).withUsurpers(1));
    }

    @Test
    void sixTasks() {
        explore(Plan.calm(6, 2).withStops(1).withTimeouts().withDeaths(3, 2).withUsurpers(1));
    }

    @Test
    void deathAtEveryStepOfOneClient() {
        int runs = 0;
        for (long seed = SEED; seed < SEED + Math.max(1, SCHEDULES / 100); seed++) {
            Plan plan = Plan.calm(3, 1);
            int steps = MutexScenario.stepsOf(plan, seed, 0);
            for (int step = 1; step <= steps; step++, runs++) {
                MutexScenario.run(plan.killing(0, step), seed);
            }
        }
        System.out.printf("death at every step: %,d schedules%n", runs);
    }
}
