/**
 * {@code examples/run bench mutex | rwlock | grid | rwgrid}: JVMs whose threads contend for one lock, in the manner of
 * {@code perf bench futex}. All types of locks have their turn in the same JVMs, again and again.
 */
package dev.tpfutex.bench.contend;
