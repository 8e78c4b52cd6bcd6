package dev.tpfutex.model;

/** What the schedule has done so far, to compare with what the protocol says. */
final class Ledger {
    Client inside;
    long lastToken;
    /** An owner died in its critical section, and nobody has repaired since. */
    boolean torn;
    /** Not recoverable. */
    boolean lost;
}
