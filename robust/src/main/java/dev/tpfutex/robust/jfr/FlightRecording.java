package dev.tpfutex.robust.jfr;

import dev.tpfutex.robust.observe.Observers;
import java.util.concurrent.atomic.AtomicBoolean;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;

/**
 * Has one space's events recorded as soon as the JVM begins to record anything. Until then no class of events is loaded:
 * the first wait of a fresh JVM should not pay for it. Used by one thread.
 */
public final class FlightRecording implements AutoCloseable {

    private final Observers observers;
    private boolean started;
    private Runnable end = () -> {};

    /** For a space. */
    public FlightRecording(Observers observers) {
        this.observers = observers;
    }

    /** Begins to wait for a recording, the first time; does nothing if this JVM has no Flight Recorder. */
    public void start() {
        if (!started) {
            started = true;
            if (ModuleLayer.boot().findModule("jdk.jfr").isPresent()) {
                end = Listener.start(observers);
            }
        }
    }

    /** Waits no longer. */
    @Override
    public void close() {
        end.run();
    }

    /** Loaded only where there is a Flight Recorder. */
    private static final class Listener implements FlightRecorderListener {

        private final Observers observers;
        private final AtomicBoolean begun = new AtomicBoolean();

        Listener(Observers observers) {
            this.observers = observers;
        }

        static Runnable start(Observers observers) {
            Listener listener = new Listener(observers);
            FlightRecorder.addListener(listener);
            if (FlightRecorder.isInitialized()) {
                listener.begin();
            }
            return () -> FlightRecorder.removeListener(listener);
        }

        @Override
        public void recorderInitialized(FlightRecorder recorder) {
            begin();
        }

        private void begin() {
            if (begun.compareAndSet(false, true)) {
                observers.record(new FlightRecorderEvents(observers.path()));
            }
        }
    }
}
