/** {@code examples/run bench report}: makes a page and a text of the results that were kept. */
package dev.tpfutex.bench.report;
