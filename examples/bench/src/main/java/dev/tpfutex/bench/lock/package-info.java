/** The locks that are compared: ours, and each rival in a class of its own behind the same two small interfaces. */
package dev.tpfutex.bench.lock;
