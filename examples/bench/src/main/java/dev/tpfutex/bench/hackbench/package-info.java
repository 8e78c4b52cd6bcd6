/** {@code examples/run bench hackbench}: groups of senders that spray messages at receivers, as the kernel's hackbench does. */
package dev.tpfutex.bench.hackbench;
