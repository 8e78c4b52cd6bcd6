package dev.tpfutex.core;

/** What the top waiter does about an owner that is known to be dead. */
@FunctionalInterface
public interface OwnerDeath {

    /** Cleans up after the task if its thread or process is known to be dead; otherwise does nothing. */
    void cleanIfDead(int tid);
}
