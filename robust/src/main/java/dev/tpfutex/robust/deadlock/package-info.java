/**
 * Finds threads of one space that wait for each other in a circle, reports them, and has one of them give up if it has
 * asked for that. Only waits that have lasted for a second are looked at; their tasks say so in their slots
 * ({@link dev.tpfutex.core.LongWait}).
 */
package dev.tpfutex.robust.deadlock;
