package dev.tpfutex.robust.jfr;

import dev.tpfutex.robust.observe.Observers;
import jdk.jfr.FlightRecorder;

/**
 * Has one space's events recorded once the JVM has begun to record anything. Until then no class of events is loaded:
 * the first wait of a fresh JVM should not pay for it. Used by one thread.
 */
public final class FlightRecording {

    private final Observers observers;
    private boolean begun;

    private FlightRecording(Observers observers) {
        this.observers = observers;
    }

    /** For a space; what does nothing if this JVM has no Flight Recorder. To be run now and then. */
    public static Runnable of(Observers observers) {
        boolean possible = ModuleLayer.boot().findModule("jdk.jfr").isPresent();
        return possible ? new FlightRecording(observers)::look : () -> {};
    }

    private void look() {
        if (!begun && FlightRecorder.isInitialized()) {
            begun = true;
            observers.record(new FlightRecorderEvents(observers.path()));
        }
    }
}
