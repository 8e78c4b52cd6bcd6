/**
 * {@code examples/run bench death}: how long a death delays the others. Real processes are killed; each round has a
 * fresh victim. Times are taken in the processes themselves, by the monotonic clock, which all of them share.
 */
package dev.tpfutex.bench.death;
