package dev.tpfutex.bench.death;

/**
 * What a thread says after a command.
 *
 * @param got when it got the lock, 0 if it did not ask for it
 * @param gave when it gave it back, 0 if it keeps it
 */
record Times(long got, long gave) {}
