/** {@code examples/run bench scale}: very many locks in one file, and many processes each with a lock of its own. */
package dev.tpfutex.bench.scale;
