package dev.tpfutex.model.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Does again what a list of choices says, and writes it down step by step. */
final class Replay {

    private Replay() {}

    /** The choices as text, for a command line. */
    static String encode(List<Integer> choices) {
        return choices.stream().map(choice -> Integer.toString(choice, Character.MAX_RADIX)).collect(
                Collectors.joining("."));
    }

    static List<Integer> decode(String text) {
        return text.isEmpty()
                ? List.of()
                : Arrays.stream(text.split("\\."))
                        .map(choice -> Integer.parseInt(choice, Character.MAX_RADIX))
                        .toList();
    }

    /** The steps, in lines; the last is what went wrong, or says that nothing has. */
    static String trace(Scenario scenario, List<Integer> choices) {
        Model model = new Model(scenario);
        long[] state = model.begin();
        List<String> lines = new ArrayList<>();
        model.listener = what -> lines.add("%5d %s".formatted(lines.size() + 1, what));
        try {
            for (int choice : choices) {
                model.apply(state, choice);
            }
            if (model.actions(state).length == 0) {
                model.properties.atEnd(state);
            }
            lines.add("no violation");
        } catch (Violation e) {
            lines.add(e.getMessage());
        }
        return String.join("\n", lines);
    }

    /**
     * A report of a violation with the simplest trace that there is: with as few preemptions as possible.
     *
     * @param report of a search that has found one
     */
    static String explain(Catalog.Entry entry, Search.Report report) {
        Search.Report simplest = report;
        for (int preemptions = 0; preemptions < 4; preemptions++) {
            Search.Report simpler = Search.run(entry.scenario().get().preemptions(preemptions), report.states());
            if (simpler.violation() != null) {
                simplest = simpler;
                break;
            }
        }
        int bound = simplest.preemptions();
        String trace = trace(entry.scenario().get().preemptions(bound), simplest.choices());
        return """
                %s
                scenario "%s"

                %s

                To see this again, and nothing else:
                mvn -q -pl tpfutex/model -am test -Dtest=ExhaustiveTest#replay -Dsurefire.failIfNoSpecifiedTests=false \\
                    "-Dtpfutex.model.replay=%s/%d/%s"
                """.formatted(
                simplest.violation(), entry.name(), trace, entry.name(), bound, encode(simplest.choices()));
    }
}
