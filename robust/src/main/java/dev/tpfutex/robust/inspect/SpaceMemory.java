package dev.tpfutex.robust.inspect;

import dev.tpfutex.shm.layout.SpaceLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;

/** The words of a mapped space, for looking only. Each access is volatile and within bounds, or throws. */
final class SpaceMemory {

    private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle().withInvokeExactBehavior();
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();

    private final MemorySegment memory;
    private final SpaceLayout layout;

    SpaceMemory(MemorySegment memory, SpaceLayout layout) {
        this.memory = memory;
        this.layout = layout;
    }

    SpaceLayout layout() {
        return layout;
    }

    int getInt(long at) {
        return (int) INT.getVolatile(memory, at);
    }

    long getLong(long at) {
        return (long) LONG.getVolatile(memory, at);
    }

    byte[] getBytes(long at, int length) {
        return memory.asSlice(at, length).toArray(ValueLayout.JAVA_BYTE);
    }

    /** A text of at most {@code most} bytes. Who has written it may have meant harm to a terminal. */
    String text(long lengthAt, long at, int most) {
        return new String(getBytes(at, Math.clamp(getInt(lengthAt), 0, most)), StandardCharsets.UTF_8);
    }
}
