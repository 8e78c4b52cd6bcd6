/**
 * The TP-futex protocol, written once, as straight-line code over a narrow {@link dev.tpfutex.core.Port}.
 *
 * <p>Read in this order: {@link dev.tpfutex.core.FutexWord}, {@link dev.tpfutex.core.TopWord} and
 * {@link dev.tpfutex.core.WaitWord} (what the words say), {@link dev.tpfutex.core.FutexMutex} (the fast
 * paths), {@link dev.tpfutex.core.TpFutex} (the slow paths, what the kernel does in TP futexes),
 * {@link dev.tpfutex.core.TopWaiter} and {@link dev.tpfutex.core.WaitQueue} (the two ways to wait). The
 * coordinator and the recovery have packages of their own.
 *
 * <p>"TP futexes v6, patch 11" is patch 11 of Waiman Long's series "futex: Introducing throughput-optimized (TP) futexes",
 * version 6, sent to the Linux kernel mailing list in March 2017.
 */
package dev.tpfutex.core;
