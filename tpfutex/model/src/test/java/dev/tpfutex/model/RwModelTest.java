package dev.tpfutex.model;

import dev.tpfutex.shm.layout.LockLayout;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Random schedules of the reader-writer lock, and a death at every step of a reader. */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class RwModelTest {

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
    void readerAndWriter() {
        explore(Plan.calm(2, 3).reading(50, 0));
    }

    @Test
    void fourTasks() {
        explore(Plan.calm(4, 2).reading(70, 0));
    }

    @Test
    void preferringReaders() {
        explore(Plan.calm(4, 3).reading(60, LockLayout.PREFER_READERS).withTimeouts());
    }

    @Test
    void preferringWriters() {
        explore(Plan.calm(4, 3).reading(60, LockLayout.PREFER_WRITERS).withTimeouts());
    }

    @Test
    void neverBiased() {
        explore(Plan.calm(4, 3).reading(70, LockLayout.NEVER_BIASED).withTimeouts().withDeaths(3, 1));
    }

    @Test
    void deaths() {
        explore(Plan.calm(4, 3).reading(70, 0).withDeaths(3, 0));
    }

    @Test
    void deathsAndTimeouts() {
        explore(Plan.calm(4, 3).reading(70, 0).withTimeouts().withDeaths(3, 2).withUsurpers(1));
    }

    @Test
    void stops() {
        explore(Plan.calm(4, 3).reading(70, 0).withStops(2));
    }

    @Test
    void sixTasks() {
        explore(Plan.calm(6, 2).reading(60, 0).withStops(1).withTimeouts().withDeaths(3, 2).withUsurpers(1));
    }

    @Test
    void deathAtEveryStepOfOneClient() {
        int runs = 0;
        for (long seed = SEED; seed < SEED + Math.max(1, SCHEDULES / 50); seed++) {
            Plan plan = Plan.calm(3, 2).reading(70, 0);
            int steps = MutexScenario.stepsOf(plan, seed, 0);
            for (int step = 1; step <= steps; step++, runs++) {
                MutexScenario.run(plan.killing(0, step), seed);
            }
        }
        System.out.printf("death at every step: %,d schedules%n", runs);
    }
}
