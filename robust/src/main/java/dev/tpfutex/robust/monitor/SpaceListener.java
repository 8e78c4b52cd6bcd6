package dev.tpfutex.robust.monitor;

/**
 * Told of what happens off the fast paths in this JVM; of other JVMs their own listeners hear. Called by the thread that
 * it happened to, which may own the lock at that moment: a listener must be quick, and must neither lock nor wait.
 * Called by many threads at once. What it throws is dropped.
 */
public interface SpaceListener {

    /**
     * A thread has waited for a lock: it has got it, or given up. Not told of is one that got the lock within 20
     * microseconds and without a sleep: to tell of that, which is done while it has the lock, would cost more than the
     * wait. Such waits are among what the lock counts ({@link LockReading}).
     *
     * @param wait valid during the call only
     */
    default void waited(LockWait wait) {}

    /**
     * This JVM has found that the owner of a lock died inside its critical section, and has freed the lock for the next
     * one. Each such death is told in one JVM.
     *
     * @param death who died
     */
    default void ownerDied(OwnerDeath death) {}

    /**
     * An owner that was told of a death has repaired what the lock protects, or has not.
     *
     * @param repair what has become of it
     */
    default void repaired(Repair repair) {}

    /**
     * A process that died has been cleaned up after, completely; told in the JVM that has
     * done it, which mostly is the one that coordinates.
     *
     * @param cleanUp who it was, and how long it took
     */
    default void cleanedUp(CleanUp cleanUp) {}

    /**
     * Threads wait for each other. Each deadlock is told once, in the JVM that coordinates, a second after it has come about.
     *
     * @param deadlock who waits for whom
     */
    default void deadlocked(DeadlockReport deadlock) {}

    /**
     * Another coordinator serves the space from now on; told in every JVM.
     *
     * @param term which one
     */
    default void termBegan(Term term) {}

    /**
     * The coordinator has been through its duty cycle once; told in the JVM that coordinates.
     *
     * @param nanos how long that took, without the rest after it
     */
    default void cycled(long nanos) {}
}
