/**
 * {@code examples/run bench handoff} and {@code bench waiters}: how long a lock is on its way from one owner to the next,
 * and what those who wait meanwhile cost.
 */
package dev.tpfutex.bench.handoff;
