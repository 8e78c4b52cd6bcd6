package dev.tpfutex.bench.report;

import java.util.List;

/**
 * A table.
 *
 * @param head of the columns
 * @param rows as many cells each
 */
record Table(List<String> head, List<List<String>> rows) {}
