package dev.tpfutex.model.search;

/** Where the words of the scenario's lock are. */
record LockWords(long word, long top) {}
