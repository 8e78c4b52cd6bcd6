/**
 * {@code examples/run bench rw}: what reader-writer locks cost without others, how much several processes that only
 * read get done, and how long a writer waits among readers, or a reader among writers.
 */
package dev.tpfutex.bench.rw;
