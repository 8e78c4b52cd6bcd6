/**
 * The thread that looks after a space for this process: notices deaths, sweeps up after threads, takes part in
 * the election, and hosts the coordinator when elected.
 */
package dev.tpfutex.robust.attendant;
