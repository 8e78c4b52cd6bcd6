package dev.tpfutex.robust.attendant;

/** The rounds of a thread that sleeps until there is something to do. */
public interface Rounds {

    /**
     * Runs something once the thread has been round once more, or has come to its end: a sign that it does not hang.
     * Callable by any thread.
     *
     * @param sign must be quick and throw nothing
     */
    void awaitSign(Runnable sign);
}
