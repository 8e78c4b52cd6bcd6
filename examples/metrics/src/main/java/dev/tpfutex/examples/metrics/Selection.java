package dev.tpfutex.examples.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The lines of a scrape that tell of the contention, the death and the repair, with a word on each. */
final class Selection {

    /**
     * What belongs together.
     *
     * @param meaning of the lines
     * @param lines which, at their beginning
     */
    private record Part(String meaning, Pattern lines) {

        static Part of(String meaning, String lines) {
            return new Part(meaning, Pattern.compile(lines));
        }
    }

    private static final List<Part> PARTS = List.of(
            Part.of("The lock got an owner so often, in both JVMs together. The rate of this is its throughput:",
                    "tpfutex_owners_total\\{lock=\"book\""),
            Part.of("How: at once; handed over by the owner before; past those who sleep; as the waiter whose turn it was:",
                    "tpfutex_acquisitions_total\\{lock=\"book\""),
            Part.of("Waits in this JVM that ended with the lock: how many, how many seconds together, and the longest:",
                    "tpfutex_wait_seconds_(count|sum|max)\\{lock=\"book\",outcome=\"acquired\""),
            Part.of("The other JVM was killed as the owner, once:",
                    "tpfutex_owner_deaths_total\\{lock=\"book\""),
            Part.of("Cleaning up after it took so many seconds:",
                    "tpfutex_cleanup_seconds_(count|sum)\\{"),
            Part.of("The next owner was told, and has repaired, in so many seconds:",
                    "tpfutex_recovery_seconds_(count|sum)\\{outcome=\"repaired\""),
            Part.of("Locks that wait for that now; not_recoverable is to raise an alert:",
                    "tpfutex_locks_inconsistent\\{"));

    private static final Pattern SPACE = Pattern.compile("space=\"[^\"]*\",|,?space=\"[^\"]*\"");

    private Selection() {}

    /** Lines to print. The tag that all have, the path of the space, is left out. */
    static List<String> of(String scrape) {
        List<String> series = scrape.lines().filter(line -> !line.startsWith("#")).toList();
        List<String> text = new ArrayList<>();
        int chosen = 0;
        for (Part part : PARTS) {
            List<String> lines = series.stream().filter(line -> part.lines.matcher(line).lookingAt()).toList();
            chosen += lines.size();
            text.add("");
            text.add(part.meaning);
            lines.forEach(line -> text.add("  " + SPACE.matcher(line).replaceFirst("").replace("{}", "")));
        }
        text.add("");
        text.add("These are " + chosen + " of the " + series.size()
                + " lines that Prometheus gets, without the tag \"space\".");
        text.add("examples/run metrics --all prints all; docs/METRICS.md explains them.");
        return text;
    }
}
