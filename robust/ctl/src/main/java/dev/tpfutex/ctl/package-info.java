/** The command-line tool {@code tpfutexctl}. Each verb is a class; what several of them show is in a class of its own. */
package dev.tpfutex.ctl;
