package dev.tpfutex.bench.report;

import dev.tpfutex.bench.lock.LockType;
import dev.tpfutex.bench.result.CellResult;
import dev.tpfutex.bench.result.Fact;
import dev.tpfutex.bench.result.GridSummary;
import dev.tpfutex.bench.result.Session;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What the report says, in whichever form: the sections, from the results. */
final class Report {

    private static final double MILLION = 1e6;
    private static final double MILLI = 1e3;

    private final List<Session> sessions;

    Report(List<Session> sessions) {
        this.sessions = sessions;
    }

    List<Section> sections() {
        List<Section> sections = new ArrayList<>();
        sections.add(conditions());
        List<Target> targets = Targets.of(sessions);
        if (!targets.isEmpty()) {
            sections.add(targets(targets));
        }
        for (Session session : sessions) {
            if (!session.cells().isEmpty()) {
                sections.add(cells(session));
            } else if (!session.facts().isEmpty()) {
                sections.add(facts(session));
            }
        }
        return sections;
    }

    private Section conditions() {
        Section section = new Section("Conditions");
        section.paragraphs().add("The types: " + String.join("; ", Stream.of(LockType.values())
                .map(type -> type + " " + type.title()).toList())
                + ". JUC works within one process only and is no rival.");
        section.paragraphs().add("A cell such as 2x4 load 10 delay 1 is two JVMs with four threads each, ten times"
                + " Thread.onSpinWait under the lock and once between locks. All types have their turn in the same JVMs,"
                + " in interleaved runs; a number is the median of its runs.");
        section.paragraphs()
                .add("The C library's locks are called by the Foreign Function API: first attempt and unlock as"
                        + " critical functions, which is the cheapest, and only waits, which may not be critical, the normal way.");
        section.paragraphs()
                .add("Waits: some operations are timed and stand for those up to the next; each wait of more"
                        + " than two milliseconds is recorded by itself, to half a millisecond. \"If asked at random\" is what"
                        + " somebody would meet who asks at regular times, also while others wait (corrected for coordinated"
                        + " omission).");
        section.tables().add(new Table(List.of("bench", "date", "machine"), sessions.stream()
                .map(session -> List.of(session.benchmark(), session.date(),
                        session.machine().replaceFirst("^machine: ", "")))
                .toList()));
        return section;
    }

    private static Section targets(List<Target> targets) {
        Section section = new Section("Targets");
        long reached = targets.stream().filter(Target::isReached).count();
        section.paragraphs().add(reached + " of " + targets.size() + " are reached.");
        section.tables().add(new Table(List.of("what", "target", "measured", "reached", "where"),
                targets.stream().map(Target::row).toList()));
        return section;
    }

    private static Section cells(Session session) {
        Section section = new Section("bench " + session.benchmark());
        GridSummary summary = new GridSummary(session.cells());
        Stream.concat(summary.overBestRival().stream(),
                Stream.of(LockType.GCR, LockType.GC, LockType.WW).flatMap(type -> summary.over(type).stream()))
                .forEach(comparison -> section.paragraphs().add(String.format(Locale.ROOT,
                        "TP over %s: geometric mean %.2f, ahead in %d of %d cells, worst %.2f in [%s].",
                        comparison.with(), comparison.mean(), comparison.ahead(), comparison.cells(),
                        comparison.worst(),
                        comparison.worstCell().workload().name())));
        section.paragraphs().add(losses(session.cells()));
        Set<LockType> types = types(session.cells());
        section.paragraphs()
                .add("Tables: million operations in a second, and TP over the best rival; then of TP how even"
                        + " its threads were served (min/max), the longest wait, and the processor time.");
        section.tables().add(rates(session.cells(), types));
        section.tables().add(waits(session.cells()));
        section.pictures().addAll(new CellPlots(session.cells(), types).all());
        return section;
    }

    /** Said in any case: where something else is faster. */
    private static String losses(List<CellResult> cells) {
        List<String> losses = cells.stream()
                .filter(cell -> ratio(cell) < 1)
                .sorted(Comparator.comparingDouble(Report::ratio))
                .map(cell -> String.format(Locale.ROOT, "[%s] %.2f x %s", cell.workload().name(), ratio(cell),
                        cell.bestRival().orElseThrow()))
                .toList();
        return losses.isEmpty() ? "TP is nowhere behind." : "Where TP is behind the best rival: "
                + String.join("; ", losses) + ".";
    }

    /** Ours over the best rival; where there is none, one. */
    static double ratio(CellResult cell) {
        return cell.bestRival().flatMap(cell::ratioTo).orElse(1.0);
    }

    private static Set<LockType> types(List<CellResult> cells) {
        Set<LockType> types = EnumSet.noneOf(LockType.class);
        cells.forEach(cell -> types.addAll(cell.outcomes().keySet()));
        return new TreeSet<>(types);
    }

    private static Table rates(List<CellResult> cells, Set<LockType> types) {
        List<String> head = new ArrayList<>(List.of("cell"));
        types.forEach(type -> head.add(type.name()));
        head.add("TP / best");
        List<List<String>> rows = new ArrayList<>();
        for (CellResult cell : cells) {
            List<String> row = new ArrayList<>(List.of(cell.workload().name()));
            types.forEach(type -> row.add(cell.outcomes().containsKey(type)
                    ? String.format(Locale.ROOT, "%.3f", cell.rate(type) / MILLION)
                    : ""));
            row.add(cell.bestRival().flatMap(cell::ratioTo).map(ratio -> String.format(Locale.ROOT, "%.2f", ratio))
                    .orElse(""));
            rows.add(row);
        }
        return new Table(head, rows);
    }

    private static Table waits(List<CellResult> cells) {
        List<String> head = List.of("cell, TP", "min/max", "wait p50 (us)", "p99", "p99.9", "p99.9 if asked at random",
                "longest (ms)", "CPU s per s");
        return new Table(head, cells.stream().filter(cell -> cell.outcomes().containsKey(LockType.TP)).map(cell -> {
            var outcome = cell.median(LockType.TP);
            return List.of(cell.workload().name(), number("%.2f", outcome.fairness()),
                    number("%.2f", outcome.waits().p50()), number("%.2f", outcome.waits().p99()),
                    number("%.1f", outcome.waits().p999()), number("%.1f", outcome.waits().askedAtRandom()[2]),
                    number("%.1f", cell.longestWait(LockType.TP) / MILLI),
                    number("%.2f", outcome.cpuSeconds() / outcome.seconds()));
        }).toList());
    }

    private static Section facts(Session session) {
        Section section = new Section("bench " + session.benchmark());
        section.tables().add(new Table(List.of("what", "with", "times", "least", "median", "p99", "unit"),
                session.facts().stream().map(Report::row).toList()));
        return section;
    }

    private static List<String> row(Fact fact) {
        return List.of(fact.name(), fact.side(), Integer.toString(fact.values().length), number("%.3f", fact.least()),
                number("%.3f", fact.median()), number("%.3f", fact.share(0.99)), fact.unit());
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
