/** What can be added to the daemon from outside: see {@link dev.tpfutex.robust.spi.DaemonExtension}. */
package dev.tpfutex.robust.spi;
