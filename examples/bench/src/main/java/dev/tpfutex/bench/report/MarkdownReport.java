package dev.tpfutex.bench.report;

import java.util.List;

/** The same without the pictures: {@code docs/PERFORMANCE.md}. */
final class MarkdownReport {

    private static final String HEAD = """
            # Performance

            Made by `examples/run bench report` from the results of the benchmarks; do not edit it. To measure anew, on a machine
            that does nothing else:

            ```
            for b in "grid --quick" "rwgrid --quick" handoff waiters scale hackbench; do
                examples/run bench $b --json "results-${b%% *}.json"
            done
            examples/run bench uncontended -rf json -rff results-uncontended.json
            examples/run bench report results-*.json --markdown docs/PERFORMANCE.md
            ```
            """;

    private MarkdownReport() {}

    static String of(List<Section> sections) {
        StringBuilder text = new StringBuilder(HEAD);
        for (Section section : sections) {
            text.append("\n## ").append(section.title()).append('\n');
            section.paragraphs().forEach(paragraph -> text.append('\n').append(escape(paragraph)).append('\n'));
            section.tables().forEach(table -> append(text, table));
        }
        return text.toString();
    }

    private static void append(StringBuilder text, Table table) {
        text.append('\n');
        append(text, table.head());
        text.append("|---").append("|---:".repeat(table.head().size() - 1)).append("|\n");
        table.rows().forEach(row -> append(text, row));
    }

    private static void append(StringBuilder text, List<String> cells) {
        text.append('|');
        cells.forEach(cell -> text.append(' ').append(escape(cell)).append(" |"));
        text.append('\n');
    }

    private static String escape(String text) {
        return text.replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*");
    }
}
