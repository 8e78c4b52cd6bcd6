/**
 * Death at a point inside the library, of a real process. {@link dev.tpfutex.robust.point.PortPatch} puts a call to
 * {@link dev.tpfutex.robust.point.PortCalls} in front of each port call of {@code MappedPort}, in a copy of that class
 * that only the victims of tests have on their class path; what is built for users has no such place. A
 * {@link dev.tpfutex.robust.point.Trap} lets a thread of a victim trace its port calls, stop at one, or die there.
 */
package dev.tpfutex.robust.point;
