package dev.tpfutex.bench;

import dev.tpfutex.bench.result.Fact;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Collects values that come in turns, and prints them. */
public final class FactTable {

    private record Key(String name, String side, String unit) {}

    private final Map<Key, List<Double>> values = new LinkedHashMap<>();

    /**
     * Adds a value.
     *
     * @param name what was measured
     * @param side with what
     * @param unit of the value
     * @param value that was measured
     */
    public void add(String name, String side, String unit, double value) {
        values.computeIfAbsent(new Key(name, side, unit), none -> new ArrayList<>()).add(value);
    }

    /**
     * All of them.
     *
     * @return in the order in which they came first
     */
    public List<Fact> facts() {
        return values.entrySet().stream().map(entry -> new Fact(entry.getKey().name(), entry.getKey().side(),
                entry.getKey().unit(), entry.getValue().stream().mapToDouble(value -> value).toArray())).toList();
    }

    /** Prints a line for each. */
    public void print() {
        System.out.printf(Locale.ROOT, "%-44s %-12s %6s %12s %12s %12s%n", "what", "with", "times", "least", "median",
                "p99");
        for (Fact fact : facts()) {
            System.out.printf(Locale.ROOT, "%-44s %-12s %6d %12.3f %12.3f %12.3f %s%n", fact.name(), fact.side(),
                    fact.values().length, fact.least(), fact.median(), fact.share(0.99), fact.unit());
        }
    }
}
