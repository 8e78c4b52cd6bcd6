package dev.tpfutex.model.search;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Goes depth-first through all states of a scenario that can be reached. A state that was seen before is not gone into
 * again.
 */
final class Search {

    private static final int MAX_DEPTH = 20_000;

    private final Model model;
    private final LongSet seen = new LongSet();
    private final List<long[]> states = new ArrayList<>();
    private final List<int[]> actions = new ArrayList<>();
    private final int[] next = new int[MAX_DEPTH + 1];
    private final int[] path = new int[MAX_DEPTH + 1];
    private final long limit;
    private Consumer<long[]> show;
    private int depth;
    private int deepest;
    private long schedules;
    private long steps;

    private Search(Model model, long limit) {
        this.model = model;
        this.limit = limit;
    }

    /** Searches all of it. */
    static Report run(Scenario scenario) {
        return run(scenario, Long.MAX_VALUE);
    }

    /** Searches, at most so many states. */
    static Report run(Scenario scenario, long mostStates) {
        return run(new Model(scenario), mostStates, state -> {});
    }

    /** And shows each state. */
    static Report run(Model model, long mostStates, Consumer<long[]> show) {
        Scenario scenario = model.scenario;
        long start = System.nanoTime();
        Search search = new Search(model, mostStates);
        search.show = show;
        String violation = null;
        try {
            search.go();
        } catch (Violation e) {
            violation = e.getMessage();
        }
        long millis = (System.nanoTime() - start) / 1_000_000;
        return new Report(scenario.toString(), search.schedules, search.seen.size(), search.steps, search.deepest,
                scenario.preemptions(), millis, search.seen.size() > mostStates, violation, search.choices());
    }

    /** For mutants, which have classes of their own: the violation, and how many schedules and states that took. */
    static String[] outcome(String scenario, int preemptions, long mostStates) {
        Report report = run(Catalog.entry(scenario).scenario().get().preemptions(preemptions), mostStates);
        return new String[] {
            String.valueOf(report.violation), Long.toString(report.schedules), Long.toString(report.states)
        };
    }

    private void go() {
        long[] first = model.begin();
        seen.add(fingerprint(first));
        push(first);
        while (depth > 0 && seen.size() <= limit) {
            int[] possible = actions.get(depth - 1);
            if (next[depth] == possible.length) {
                depth--;
                continue;
            }
            int action = possible[next[depth]++];
            path[depth] = action;
            long[] state = copy(depth);
            steps++;
            model.apply(state, action);
            if (seen.add(fingerprint(state))) {
                push(state);
            } else {
                schedules++;
            }
        }
    }

    private long fingerprint(long[] state) {
        return Shape.fingerprint(state, model.shape.cell(model.cells.count()));
    }

    private long[] copy(int to) {
        long[] from = states.get(depth - 1);
        if (states.size() == to) {
            states.add(from.clone());
            actions.add(null);
        } else {
            System.arraycopy(from, 0, states.get(to), 0, from.length);
        }
        return states.get(to);
    }

    private void push(long[] state) {
        if (states.size() == depth) {
            states.add(state);
            actions.add(null);
        }
        if (depth == MAX_DEPTH) {
            throw new Violation("P11: no end after " + MAX_DEPTH + " steps");
        }
        show.accept(state);
        depth++;
        next[depth] = 0;
        deepest = Math.max(deepest, depth);
        int[] possible = model.actions(state);
        actions.set(depth - 1, possible);
        if (possible.length == 0) {
            schedules++;
            model.properties.atEnd(state);
        }
    }

    /** The path to where the search has stopped. */
    private List<Integer> choices() {
        List<Integer> choices = new ArrayList<>();
        for (int i = 1; i <= depth; i++) {
            if (next[i] > 0) {
                choices.add(path[i]);
            }
        }
        return choices;
    }

    /**
     * What a search has found.
     *
     * @param schedules ways through the scenario: each ends, or comes to a state that another has gone on from
     * @param states different ones
     * @param depth steps of the longest
     * @param preemptions how many there were at most, -1 if they were not counted
     * @param isPartial whether it was stopped before the end
     * @param violation null if all properties hold
     */
    record Report(String scenario, long schedules, long states, long steps, int depth, int preemptions, long millis,
            boolean isPartial, String violation, List<Integer> choices) {

        @Override
        public String toString() {
            return "%-44s %,12d schedules %,12d states, depth %,5d, %s, %,d ms%s%s".formatted(
                    scenario, schedules, states, depth,
                    preemptions < 0 ? "any preemptions" : preemptions + " preemptions",
                    millis, isPartial ? ", STOPPED EARLY" : "", violation == null ? "" : ": " + violation);
        }
    }
}
