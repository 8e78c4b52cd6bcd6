package dev.tpfutex.model.search;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** All scenarios, the cheap ones first. */
final class Catalog {

    private static final Behaviour ONCE = Behaviour.rounds(1);
    private static final Behaviour TWICE = Behaviour.rounds(2);
    /** Less than the patience of a top waiter, so that it gives up before it asks for a hand-off, and more. */
    private static final Behaviour SHORT = ONCE.timeout(3_000_000);
    private static final Behaviour LONG = ONCE.timeout(6_500_000);

    private static final List<Entry> ENTRIES = new ArrayList<>();

    /**
     * A scenario and how far it is searched.
     *
     * @param quick most preemptions in the quick tier, -1 = any, {@link #NOT_QUICK} = not part of it
     * @param full most preemptions in the full tier
     */
    record Entry(String name, Supplier<Scenario> scenario, int quick, int full) {}

    static final int ANY = -1;
    static final int NOT_QUICK = -2;

    private Catalog() {}

    static List<Entry> entries() {
        return ENTRIES;
    }

    static Entry entry(String name) {
        return ENTRIES.stream()
                .filter(entry -> entry.name.equals(name))
                .findAny()
                .orElseThrow(() -> new IllegalArgumentException("no scenario " + name));
    }

    private static Scenario two(String name, Behaviour one, Behaviour other) {
        return new Scenario(name).client(one).client(other);
    }

    private static Scenario three(String name, Behaviour one, Behaviour other, Behaviour third) {
        return two(name, one, other).client(third);
    }

    static void add(int quick, int full, Supplier<Scenario> scenario) {
        ENTRIES.add(new Entry(scenario.get().toString(), scenario, quick, full));
    }

    static {
        // Two and three tasks, nothing goes wrong.
        add(ANY, ANY, () -> two("2 tasks x 1", ONCE, ONCE));
        add(ANY, ANY, () -> two("2 tasks x 2", TWICE, TWICE));
        add(ANY, ANY, () -> three("3 tasks x 1", ONCE, ONCE, ONCE));
        add(ANY, ANY, () -> two("stranger unlocks", ONCE.stranger(), ONCE.stranger()));

        // Time: hand-off, sleep and time-out at any step.
        add(ANY, ANY, () -> two("2 tasks, time passes", ONCE, ONCE).allow(Fault.JUMP, 2));
        add(1, 2, () -> two("2 tasks x 2, due by the clock", TWICE, TWICE).aged().allow(Fault.JUMP, 2));
        add(1, 1, () -> three("3 tasks, due by the clock", ONCE.slow(), TWICE, ONCE).aged().allow(Fault.JUMP, 1));
        add(ANY, ANY, () -> two("2 tasks, slow owner", ONCE.slow(), ONCE).allow(Fault.JUMP, 1));
        add(1, 2, () -> two("2 tasks x 2, time passes", TWICE, TWICE).allow(Fault.JUMP, 1));
        add(1, 2, () -> three("3 tasks, time passes", ONCE, ONCE, ONCE).allow(Fault.JUMP, 1));
        add(1, 1, () -> three("3 tasks, slow owner", ONCE.slow(), ONCE, ONCE).allow(Fault.JUMP, 1));
        add(ANY, ANY, () -> two("2 tasks, time-outs", ONCE.slow(), SHORT).allow(Fault.JUMP, 1));
        add(ANY, ANY, () -> two("2 tasks, late time-outs", ONCE.slow(), LONG).allow(Fault.JUMP, 1));
        add(1, 1, () -> three("3 tasks, time-outs", ONCE.slow(), SHORT, LONG).allow(Fault.JUMP, 1));

        // Interrupts, wakes for nothing, wrong looks.
        add(ANY, ANY, () -> two("2 tasks, interrupts", ONCE.slow(), ONCE.interruptible())
                .allow(Fault.INTERRUPT, 1).allow(Fault.JUMP, 1));
        add(1, 2, () -> three("3 tasks, interrupts", ONCE.slow(), ONCE.interruptible(), ONCE.interruptible())
                .allow(Fault.INTERRUPT, 2));
        add(0, 1, () -> two("2 tasks, wakes for nothing", ONCE.slow(), ONCE)
                .allow(Fault.SPURIOUS_WAKE, 2).allow(Fault.WRONG_LOOK, 1).allow(Fault.JUMP, 1));
        add(1, 2, () -> three("3 tasks, wakes for nothing", ONCE.slow(), ONCE, ONCE)
                .allow(Fault.SPURIOUS_WAKE, 1).allow(Fault.WRONG_LOOK, 1));
        add(1, 2, () -> three("3 tasks, a client stops", ONCE, ONCE, ONCE).allow(Fault.CLIENT_STOP, 1));

        // Deaths of clients.
        add(ANY, ANY, () -> two("2 tasks, 1 dies", ONCE, ONCE).allow(Fault.CLIENT_DEATH, 1));
        add(ANY, ANY, () -> two("2 tasks, both die", ONCE, ONCE).allow(Fault.CLIENT_DEATH, 2));
        add(1, 2, () -> two("2 tasks, slow owner, 1 dies", ONCE.slow(), ONCE)
                .allow(Fault.CLIENT_DEATH, 1).allow(Fault.JUMP, 1));
        add(1, 2, () -> three("3 tasks, 1 dies", ONCE, ONCE, ONCE).allow(Fault.CLIENT_DEATH, 1));
        add(1, 2, () -> three("3 tasks, slow owner, 1 dies", ONCE.slow(), ONCE, ONCE).allow(Fault.CLIENT_DEATH, 1));
        add(0, 1, () -> three("3 tasks, 2 die", ONCE, ONCE, ONCE).allow(Fault.CLIENT_DEATH, 2));
        add(1, 2, () -> two("2 tasks, 1 dies, recoverer dies", ONCE, ONCE).recoverers(2)
                .allow(Fault.CLIENT_DEATH, 1).allow(Fault.RECOVERER_DEATH, 1));
        add(0, 1, () -> two("1 dies, time-outs, recoverer dies", ONCE.slow(), LONG).recoverers(2)
                .allow(Fault.CLIENT_DEATH, 1).allow(Fault.RECOVERER_DEATH, 1).allow(Fault.JUMP, 1));
        add(1, 2, () -> two("1 dies, its slot is issued again", ONCE, ONCE).newcomer(ONCE).recoverers(1)
                .allow(Fault.CLIENT_DEATH, 1));

        // The kernel tells of the end of a thread, and takes down its process some time after.
        add(ANY, ANY, () -> two("2 tasks, 1 dies, life words", ONCE, ONCE).tied().allow(Fault.CLIENT_DEATH, 1));
        add(1, 2, () -> two("slow owner, 1 dies, life words", ONCE.slow(), ONCE).toldAtOnce()
                .allow(Fault.CLIENT_DEATH, 1));
        add(0, 1, () -> three("3 tasks, slow owner, 1 dies, life words", ONCE.slow(), ONCE, ONCE).toldAtOnce()
                .allow(Fault.CLIENT_DEATH, 1));
        add(0, 1, () -> two("1 dies, time-outs, life words, recoverer", ONCE.slow(), LONG).tied().recoverers(1)
                .allow(Fault.CLIENT_DEATH, 1).allow(Fault.JUMP, 1));
        add(0, 1, () -> two("1 dies, life words, its slot is issued again", ONCE, ONCE).tied().newcomer(ONCE)
                .allow(Fault.CLIENT_DEATH, 1));

        // Deaths, stops and successors of coordinators.
        add(1, 2, () -> three("3 tasks, coordinator dies", ONCE, ONCE, ONCE).hosts(2).allow(Fault.HOST_DEATH, 1));
        add(0, 1, () -> three("3 tasks, coordinator dies, its life word", ONCE.slow(), ONCE, ONCE).hosts(2).hostsTied()
                .allow(Fault.HOST_DEATH, 1));
        add(0, 1, () -> three("3 tasks, time-outs, coordinator dies, its life word", ONCE.slow(), SHORT, LONG).hosts(2)
                .hostsTied().allow(Fault.HOST_DEATH, 1));
        add(1, 2, () -> three("3 tasks, 2 coordinators die", ONCE, ONCE, ONCE).hosts(3).allow(Fault.HOST_DEATH, 2));
        add(1, 2, () -> three("3 tasks, two coordinators", ONCE, ONCE, ONCE).hosts(2).allow(Fault.ELECTION, 1));
        add(1, 2, () -> three("3 tasks, coordinator stops, returns", ONCE, ONCE, ONCE).hosts(2)
                .allow(Fault.HOST_STOP, 1));
        add(1, 2, () -> two("1 dies, coordinator dies", ONCE, ONCE).hosts(2)
                .allow(Fault.CLIENT_DEATH, 1).allow(Fault.HOST_DEATH, 1));
        add(0, 1, () -> two("1 dies, coordinator stops, returns", ONCE, ONCE).hosts(2)
                .allow(Fault.CLIENT_DEATH, 1).allow(Fault.HOST_STOP, 1));
        add(1, 2, () -> three("3 tasks, time-outs, coordinator dies", ONCE.slow(), SHORT, LONG).hosts(2)
                .allow(Fault.HOST_DEATH, 1));

        ReaderCatalog.addAll();
    }
}
