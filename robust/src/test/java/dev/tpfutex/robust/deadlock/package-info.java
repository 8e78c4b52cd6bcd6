/** Helpers of tests that look for deadlocks. */
package dev.tpfutex.robust.deadlock;
