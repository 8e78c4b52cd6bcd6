/** What those who work notice when the daemon is stopped, killed or upgraded. */
package dev.tpfutex.bench.upgrade;
