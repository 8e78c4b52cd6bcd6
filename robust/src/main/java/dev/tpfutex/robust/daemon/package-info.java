/** The coordinator as a daemon, and the link by which clients ask it to serve their space. */
package dev.tpfutex.robust.daemon;
