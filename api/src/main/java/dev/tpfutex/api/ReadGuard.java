package dev.tpfutex.api;

/**
 * One acquisition of a {@link SharedReadLock}, for try-with-resources. It belongs to the thread that acquired it:
 * {@link #close()} throws {@link IllegalMonitorStateException} in any other. The remaining methods answer in any thread.
 */
public interface ReadGuard extends AutoCloseable {

    /**
     * How the lock was acquired. {@link AcquireStatus#STOLEN} also if the caller joined other readers.
     *
     * @return never {@code null}
     */
    AcquireStatus status();

    /**
     * How often the thread slept before it held the lock.
     *
     * @return 0 to 32,767; more often counts as 32,767
     */
    int sleeps();

    /**
     * Gives this acquisition back. A second call does nothing.
     *
     * @throws IllegalMonitorStateException if the caller does not hold the lock by this guard; nothing is changed
     */
    @Override
    void close();
}
