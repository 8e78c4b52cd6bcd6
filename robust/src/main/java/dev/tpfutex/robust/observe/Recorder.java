package dev.tpfutex.robust.observe;

import dev.tpfutex.robust.monitor.LockWait;
import dev.tpfutex.robust.monitor.SpaceListener;

/** A listener that has to know when a wait begins: a flight recording, whose events take their own time. */
public interface Recorder extends SpaceListener {

    /** A wait begins: what {@link #end} is to be called with, or null if it would be of no interest. */
    Object begin();

    /** The wait has ended. */
    void end(Object begun, LockWait wait);
}
