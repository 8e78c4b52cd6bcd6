package dev.tpfutex.model;

import dev.tpfutex.shm.layout.SpaceLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;

/** The scheduler: actors, their memory and their time. */
final class World {

    private static final int TRACE_LENGTH = 400;
    private static final long STEP_NANOS = 20;
    private static final long[] LEAPS = {60_000, 300_000, 6_000_000, 25_000_000};

    final Chooser chooser;
    final SimPort port;
    final boolean tracing;
    /** Whether the client that uses a slot is stopped. */
    IntPredicate isStopped = slot -> false;

    private final List<Actor> actors = new ArrayList<>();
    private final List<Actor> ready = new ArrayList<>();
    private boolean someRest;
    private final Deque<String> trace = new ArrayDeque<>();
    private final boolean leaping;
    private Actor current;

    /** What a process does that suspects the coordinator of an epoch. */
    IntConsumer onSuspicion = epoch -> {};

    private long now = 1_000_000_000L;
    private long steps;

    World(Chooser chooser, SpaceLayout layout, boolean leaping, boolean tracing) {
        this.chooser = chooser;
        this.leaping = leaping;
        this.tracing = tracing;
        this.port = new SimPort(layout, this);
    }

    Actor spawn(String name, int process, Runnable body) {
        Actor actor = new Actor(name, process, body);
        actors.add(actor);
        return actor;
    }

    /** What to check and to inflict between two steps. */
    interface Fate {

        /** Before each step; may kill, interrupt, spawn. */
        void beforeStep(Actor next);

        /** Everybody sleeps: the moment to look for lost wake-ups. */
        void allAsleep();

        /** Whether the run is over. */
        boolean isOver();
    }

    void run(Fate fate, long maxSteps) {
        while (!fate.isOver()) {
            if (++steps > maxSteps) {
                throw new Violation("no end after " + maxSteps + " steps: " + actors);
            }
            Actor next = pick(fate);
            fate.beforeStep(next);
            if (next.isRunnable() && next.stoppedUntil <= now) {
                current = next;
                now += STEP_NANOS;
                next.step();
                current = null;
            }
        }
    }

    /** Runs all until one of them is over. */
    void runUntilOver(Actor actor, long maxSteps) {
        run(new Fate() {
            @Override
            public void beforeStep(Actor next) {}

            @Override
            public void allAsleep() {}

            @Override
            public boolean isOver() {
                return actor.isOver();
            }
        }, maxSteps);
    }

    /** Runs one actor, at most so many steps; how many it took. */
    int runAlone(Actor actor, int most) {
        int taken = 0;
        while (taken < most && !actor.isOver()) {
            current = actor;
            actor.step();
            current = null;
            taken++;
        }
        return taken;
    }

    private Actor pick(Fate fate) {
        if (leaping && chooser.rarely(50)) {
            now += LEAPS[chooser.choose(LEAPS.length)];
        }
        wakeWhoseTimeHasCome();
        for (;;) {
            findReady();
            if (!ready.isEmpty()) {
                Actor next = ready.get(chooser.choose(ready.size()));
                for (Actor actor : actors) {
                    if (actor != next) {
                        actor.rested();
                    }
                }
                return next;
            }
            if (someRest) {
                actors.forEach(Actor::rested);
                continue;
            }
            fate.allAsleep();
            sleepUntilNextTimer();
        }
    }

    /** Who can go on, and whether there are others who only let them go first. Loops: this is where the time goes. */
    private void findReady() {
        ready.clear();
        someRest = false;
        for (Actor actor : actors) {
            if (actor.isRunnable() && actor.stoppedUntil <= now) {
                if (actor.isResting()) {
                    someRest = true;
                } else {
                    ready.add(actor);
                }
            }
        }
    }

    private void wakeWhoseTimeHasCome() {
        for (Actor actor : actors) {
            if (actor.isParked() && actor.wakeTime() <= now) {
                actor.wake();
            }
        }
    }

    private void sleepUntilNextTimer() {
        long next = actors.stream()
                .filter(a -> !a.isOver())
                .mapToLong(a -> a.isParked() ? Math.max(a.wakeTime(), a.stoppedUntil) : a.stoppedUntil)
                .min()
                .orElse(Long.MAX_VALUE);
        if (next == Long.MAX_VALUE) {
            throw new Violation("everybody sleeps for ever: " + actors);
        }
        now = Math.max(now, next);
        wakeWhoseTimeHasCome();
    }

    long now() {
        return now;
    }

    void spend(long nanos) {
        now += nanos;
    }

    Actor current() {
        return current;
    }

    List<Actor> actors() {
        return actors;
    }

    long steps() {
        return steps;
    }

    void note(String what) {
        if (tracing) {
            trace.add("%7d %-6s %s".formatted(steps, current == null ? "-" : current.name, what));
            if (trace.size() > TRACE_LENGTH) {
                trace.remove();
            }
        }
    }

    String trace() {
        return String.join("\n", trace);
    }
}
