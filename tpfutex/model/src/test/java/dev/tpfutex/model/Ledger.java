package dev.tpfutex.model;

import java.util.HashSet;
import java.util.Set;

/** What the schedule has done so far, to compare with what the protocol says. */
final class Ledger {
    Client inside;
    /** Who reads under the lock. */
    final Set<Client> readers = new HashSet<>();
    long lastToken;
    /** An owner died in its critical section, and nobody has repaired since. */
    boolean torn;
    /** Not recoverable. */
    boolean lost;
}
