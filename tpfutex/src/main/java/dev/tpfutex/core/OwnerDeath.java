package dev.tpfutex.core;

/** What the top waiter does about an owner that is known to be dead. */
@FunctionalInterface
public interface OwnerDeath {

    /**
     * Cleans up after the owner of a lock if its thread or process is known to be dead, or if nobody has this id;
     * otherwise does nothing.
     */
    void cleanIfDead(Lock lock, int owner);
}
