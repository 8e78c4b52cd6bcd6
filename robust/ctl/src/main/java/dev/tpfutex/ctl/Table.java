package dev.tpfutex.ctl;

import java.util.ArrayList;
import java.util.List;

/** Columns of text, as wide as they need to be. The last one is not padded. */
final class Table {

    private static final String GAP = "  ";

    private final List<String[]> rows = new ArrayList<>();

    Table(String... headings) {
        rows.add(headings);
    }

    /** As many cells as there are headings. */
    void add(Object... cells) {
        String[] row = new String[cells.length];
        for (int i = 0; i < cells.length; i++) {
            row[i] = String.valueOf(cells[i]);
        }
        rows.add(row);
    }

    boolean isEmpty() {
        return rows.size() == 1;
    }

    /** The lines, each beginning with {@code indent}. */
    List<String> lines(String indent) {
        int[] widths = new int[rows.getFirst().length];
        for (String[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                widths[i] = Math.max(widths[i], width(row[i]));
            }
        }
        return rows.stream().map(row -> line(indent, row, widths)).toList();
    }

    private static String line(String indent, String[] row, int[] widths) {
        StringBuilder line = new StringBuilder(indent);
        for (int i = 0; i < row.length; i++) {
            line.append(row[i]);
            if (i < row.length - 1) {
                line.append(" ".repeat(widths[i] - width(row[i]))).append(GAP);
            }
        }
        return line.toString().stripTrailing();
    }

    private static int width(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
