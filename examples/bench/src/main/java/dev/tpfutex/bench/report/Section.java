package dev.tpfutex.bench.report;

import java.util.ArrayList;
import java.util.List;

/** A part of a report: words, tables and pictures, in this order. Texts are plain. */
final class Section {

    private final String title;
    private final List<String> paragraphs = new ArrayList<>();
    private final List<Table> tables = new ArrayList<>();
    private final List<String> pictures = new ArrayList<>();

    Section(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    List<String> paragraphs() {
        return paragraphs;
    }

    List<Table> tables() {
        return tables;
    }

    /** As SVG. */
    List<String> pictures() {
        return pictures;
    }
}
