/**
 * One small program for each use of the locks: {@link dev.tpfutex.examples.basics.Mutex},
 * {@link dev.tpfutex.examples.basics.ReadWrite}, {@link dev.tpfutex.examples.basics.Recovery}. Read them in this order.
 */
package dev.tpfutex.examples.basics;
