package dev.tpfutex.bench.report;

import java.util.List;

/** One page that needs nothing else. */
final class HtmlReport {

    private static final String HEAD = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <title>TP-Futex, measured</title>
            <style>
            body { font: 14px/1.45 sans-serif; margin: 2em auto; max-width: 1000px; color: #222; background: #fff }
            table { border-collapse: collapse; margin: 1em 0; font-size: 12px; display: block; overflow-x: auto }
            td, th { border: 1px solid #ccc; padding: 2px 6px; text-align: right }
            td:first-child, th:first-child { text-align: left }
            svg { margin: 4px; border: 1px solid #eee }
            </style>
            </head>
            <body>
            <h1>TP-Futex, measured</h1>
            """;

    private HtmlReport() {}

    static String of(List<Section> sections) {
        StringBuilder page = new StringBuilder(HEAD);
        for (Section section : sections) {
            page.append("<h2>").append(Svg.escape(section.title())).append("</h2>\n");
            section.paragraphs().forEach(text -> page.append("<p>").append(Svg.escape(text)).append("</p>\n"));
            section.tables().forEach(table -> append(page, table));
            section.pictures().forEach(page::append);
        }
        return page.append("</body>\n</html>\n").toString();
    }

    private static void append(StringBuilder page, Table table) {
        page.append("<table>\n");
        append(page, "th", table.head());
        table.rows().forEach(row -> append(page, "td", row));
        page.append("</table>\n");
    }

    private static void append(StringBuilder page, String tag, List<String> cells) {
        page.append("<tr>");
        cells.forEach(cell -> page.append('<').append(tag).append('>').append(Svg.escape(cell)).append("</").append(tag)
                .append('>'));
        page.append("</tr>\n");
    }
}
