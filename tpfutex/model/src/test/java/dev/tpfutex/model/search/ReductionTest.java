package dev.tpfutex.model.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.core.FutexWord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The search leaves out much; nothing that matters. */
class ReductionTest {

    private static final long TOO_MANY = 8_000_000;

    private static Scenario two(Behaviour one, Behaviour other) {
        return new Scenario("2 tasks").client(one).client(other);
    }

    /** In which states memory, clock and lives can be, with the reduction and without. */
    private static void compare(Supplier<Scenario> scenario) {
        Set<String> reduced = new HashSet<>();
        Set<String> all = new HashSet<>();
        Search.Report with = search(scenario.get(), reduced);
        Search.Report without = search(scenario.get().unreduced(), all);
        System.out.printf("%,d states reduced, %,d not; of memory %,d%n", with.states(), without.states(), all.size());
        assertThat(with.states()).isLessThan(without.states());
        assertThat(reduced).isEqualTo(all);
    }

    private static Search.Report search(Scenario scenario, Set<String> memories) {
        Model model = new Model(scenario);
        Relevance relevance = scenario.relevance(true);
        Search.Report report = Search.run(model, TOO_MANY, state -> memories.add(memory(model, relevance, state)));
        assertThat(report.violation()).isNull();
        assertThat(report.isPartial()).isFalse();
        return report;
    }

    private static String memory(Model model, Relevance relevance, long[] state) {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < model.cells.count(); i++) {
            long at = model.cells.addressOf(i);
            long value = state[model.shape.cell(i)];
            if (value != 0 && at != Cells.TOP_SINCE && relevance.of(at) == Relevance.Class.DECISIVE) {
                words.add(Long.toHexString(at) + "=" + Long.toHexString(value));
            }
        }
        words.sort(null);
        return words + " " + state[Shape.HEALTH];
    }

    @Test
    void nothingGoesWrong() {
        compare(() -> two(Behaviour.rounds(1), Behaviour.rounds(1)));
    }

    @Test
    void oneHasADeadline() {
        compare(() -> two(Behaviour.rounds(1).slow(), Behaviour.rounds(1).timeout(3_000_000)));
    }

    @Test
    void timePasses() {
        compare(() -> two(Behaviour.rounds(1), Behaviour.rounds(1)).allow(Fault.JUMP, 1).preemptions(2));
    }

    @Test
    void oneIsInterrupted() {
        compare(() -> two(Behaviour.rounds(1).slow(), Behaviour.rounds(1).interruptible()).allow(Fault.INTERRUPT, 1));
    }

    @Test
    void oneDies() {
        compare(() -> two(Behaviour.rounds(1), Behaviour.rounds(1)).allow(Fault.CLIENT_DEATH, 1).preemptions(1));
    }

    private static Scenario readers(int word, Behaviour one, Behaviour other) {
        return two(one, other).readers(0, word);
    }

    @Test
    void oneReadsOneWrites() {
        compare(() -> readers(0, Behaviour.rounds(1).way(Way.READ), Behaviour.rounds(1)));
    }

    @Test
    void oneReadsUnderBias() {
        compare(() -> readers(FutexWord.SHARED | FutexWord.BIASED, Behaviour.rounds(1).way(Way.READ),
                Behaviour.rounds(1)).preemptions(2));
    }

    @Test
    void oneReadsAndUpgrades() {
        compare(() -> readers(0, Behaviour.rounds(1).way(Way.READ), Behaviour.rounds(1).way(Way.UPGRADE))
                .preemptions(3));
    }

    @Test
    void oneReaderDies() {
        compare(() -> readers(0, Behaviour.rounds(1).way(Way.READ), Behaviour.rounds(1).way(Way.READ))
                .allow(Fault.CLIENT_DEATH, 1).preemptions(1));
    }

    @Test
    void timePassesForAReader() {
        compare(() -> readers(0, Behaviour.rounds(1).way(Way.READ).slow(), Behaviour.rounds(1)).aged()
                .allow(Fault.JUMP, 1).preemptions(1));
    }

    /** Two pasts that are taken for the same make the code do the same, whatever comes. */
    @ParameterizedTest
    @ValueSource(strings = {"2 tasks x 2", "2 tasks, late time-outs", "2 tasks, interrupts", "2 tasks, both die",
        "2 readers, 1 dies", "biased: reader, writer", "reader offers bias, writer", "slow reader, writer",
        "reader, slow downgrader", "slow upgrader, upgrader", "prefer readers: slow reader, reader, writer"})
    void forgottenPastsDecideNothing(String scenario) {
        Model model = new Model(Catalog.entry(scenario).scenario().get());
        List<Merge> merges = new ArrayList<>();
        for (int i = 0; i < model.cast.size(); i++) {
            int actor = i;
            model.automata[i].merges = (past, other) -> merges.add(new Merge(actor, past, other));
        }
        Search.run(model, 100_000, state -> {});
        assertThat(merges.size()).isGreaterThan(50);
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 3_000; i++) {
            goOn(model, merges.get(random.nextInt(merges.size())), random);
        }
        System.out.printf("%s: %,d forgotten pasts%n", scenario, merges.size());
    }

    private record Merge(int actor, long[] past, long[] other) {}

    private static void goOn(Model model, Merge merge, SplittableRandom random) {
        Fiber one = new Fiber(model.cast.get(merge.actor).code().get(), model.cells, merge.past);
        Fiber other = new Fiber(model.cast.get(merge.actor).code().get(), model.cells, merge.other);
        var values = model.automata[merge.actor].values();
        Op op = one.start();
        Op same = other.start();
        for (int step = 0; step < 80; step++) {
            assertThat(same).as("after %s and after %s", Arrays.toString(merge.past), Arrays.toString(merge.other))
                    .isEqualTo(op);
            if (op.is(Op.Kind.END) || op.is(Op.Kind.FAIL)) {
                return;
            }
            List<Long> possible = new ArrayList<>(values.getOrDefault(op.cell(), Set.of(0L)));
            long result = op.is(Op.Kind.CAS)
                    ? random.nextInt(2)
                    : op.is(Op.Kind.CHOOSE) || op.is(Op.Kind.LOOKS_RUNNING)
                            ? random.nextInt((int) op.x())
                            : possible.get(random.nextInt(possible.size()));
            op = one.resume(result);
            same = other.resume(result);
        }
    }
}
