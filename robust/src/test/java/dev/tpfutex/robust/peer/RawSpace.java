package dev.tpfutex.robust.peer;

import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.shm.SpaceFile;
import dev.tpfutex.shm.layout.SpaceLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;

/** A space file as mere bytes, over a mapping of its own: for forging and damaging it. */
public final class RawSpace implements AutoCloseable {

    private final SpaceFile file;
    private final MemorySegment memory;

    public RawSpace(Path path) {
        this.file = SpaceFile.openOrCreate(path, SpaceOptions.defaults().create(false));
        this.memory = file.segment();
    }

    public SpaceLayout layout() {
        return file.layout();
    }

    public int getInt(long at) {
        return (int) ValueLayout.JAVA_INT.varHandle().getVolatile(memory, at);
    }

    public void putInt(long at, int value) {
        ValueLayout.JAVA_INT.varHandle().setVolatile(memory, at, value);
    }

    public long getLong(long at) {
        return (long) ValueLayout.JAVA_LONG.varHandle().getVolatile(memory, at);
    }

    public void putLong(long at, long value) {
        ValueLayout.JAVA_LONG.varHandle().setVolatile(memory, at, value);
    }

    @Override
    public void close() {
        file.close();
    }
}
