/**
 * The TP-futex protocol, written once, as straight-line code over a narrow {@link dev.tpfutex.core.Port}.
 *
 * <p>Read in this order: {@link dev.tpfutex.core.FutexWord}, {@link dev.tpfutex.core.TopWord} and
 * {@link dev.tpfutex.core.WaitWord} (what the words say), {@link dev.tpfutex.core.FutexMutex} (the fast
 * paths), {@link dev.tpfutex.core.TpFutex} (the slow paths, what the kernel does in the seeds),
 * {@link dev.tpfutex.core.TopWaiter} and {@link dev.tpfutex.core.WaitQueue} (the two ways to wait). The
 * coordinator and the recovery have packages of their own.
 */
package dev.tpfutex.core;
