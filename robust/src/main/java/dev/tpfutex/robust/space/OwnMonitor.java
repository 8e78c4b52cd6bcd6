package dev.tpfutex.robust.space;

import dev.tpfutex.core.Port;
import dev.tpfutex.robust.monitor.SpaceListener;
import dev.tpfutex.robust.monitor.SpaceMonitor;
import dev.tpfutex.robust.monitor.SpaceReadings;
import dev.tpfutex.robust.observe.Observers;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** The monitor of a space that this JVM is attached to. */
final class OwnMonitor implements SpaceMonitor {

    private final Observers observers;
    private final SpaceReader reader;
    private final BooleanSupplier shortened;

    /**
     * A monitor.
     *
     * @param process this process's record
     * @param shortened whether the file has lost its memory
     */
    OwnMonitor(Port port, int process, Observers observers, BooleanSupplier shortened) {
        this.observers = observers;
        this.reader = new SpaceReader(port, process, observers);
        this.shortened = shortened;
    }

    @Override
    public Path path() {
        return observers.path();
    }

    @Override
    public Optional<SpaceReadings> read() {
        try {
            return Optional.of(reader.read());
        } catch (IllegalStateException closed) {
            return Optional.empty();
        } catch (InternalError gone) {
            if (shortened.getAsBoolean()) {
                return Optional.empty();
            }
            throw gone;
        }
    }

    @Override
    public void add(SpaceListener listener) {
        observers.add(listener);
    }

    @Override
    public void remove(SpaceListener listener) {
        observers.remove(listener);
    }

    @Override
    public String toString() {
        return "SpaceMonitor[" + path() + "]";
    }
}
