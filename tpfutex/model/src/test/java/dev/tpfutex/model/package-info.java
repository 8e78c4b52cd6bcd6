/**
 * The protocol under a deterministic scheduler. The production code of client, coordinator and recovery runs
 * over a port that is an array; at each port call the scheduler decides who goes next, who dies, who is woken
 * for nothing and how late it is. A failure prints the seed that replays it, and a trace.
 */
package dev.tpfutex.model;
