package dev.tpfutex.api;

/**
 * How a lock was acquired. These are the lock acquisition codes of the throughput-optimized futexes that Waiman Long
 * proposed for the Linux kernel in 2017 (the patch "Return status code on FUTEX_LOCK calls"), whose code is given with
 * each constant, and {@link #FAST}, which has none there because the fast path never entered the kernel.
 */
public enum AcquireStatus {

    /** The lock was free: one compare-and-exchange took it, nothing else was done. Also a nested acquisition. */
    FAST,

    /** Taken ahead of the waiters in the moment it was free, without being the top waiter (code 0). */
    STOLEN,

    /** Taken as the top waiter, the one waiter that polls the lock (code 1). */
    TOP_WAITER,

    /** Handed over by the former owner, because the top waiter had waited for longer than 5 ms (code 2). */
    HANDED_OFF
}
