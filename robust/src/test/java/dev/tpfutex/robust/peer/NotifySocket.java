package dev.tpfutex.robust.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Hears what a daemon tells its service manager: a Unix datagram socket, for which the JDK has no channel. */
public final class NotifySocket implements AutoCloseable {

    private static final int AF_UNIX = 1;
    private static final int SOCK_DGRAM_CLOEXEC = 2 | 0x80000;
    private static final int MSG_DONTWAIT = 0x40;
    private static final int SIZE = 4096;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final MethodHandle SOCKET = link("socket", FunctionDescriptor.of(INT, INT, INT, INT));
    private static final MethodHandle BIND =
            link("bind", FunctionDescriptor.of(INT, INT, ValueLayout.ADDRESS, INT));
    private static final MethodHandle RECV =
            link("recv", FunctionDescriptor.of(LONG, INT, ValueLayout.ADDRESS, LONG, INT));
    private static final MethodHandle CLOSE = link("close", FunctionDescriptor.of(INT, INT));

    private final Arena arena = Arena.ofShared();
    private final MemorySegment buffer = arena.allocate(SIZE);
    private final String address;
    private final int fd;

    /** @param address a path, or {@code @} and an abstract name */
    public NotifySocket(String address) {
        this.address = address;
        byte[] name = address.getBytes(StandardCharsets.UTF_8);
        boolean named = name[0] != '@';
        if (!named) {
            name[0] = 0;
        }
        int length = Short.BYTES + name.length + (named ? 1 : 0);
        MemorySegment to = arena.allocate(length, Short.BYTES);
        to.set(ValueLayout.JAVA_SHORT, 0, (short) AF_UNIX);
        MemorySegment.copy(name, 0, to, ValueLayout.JAVA_BYTE, Short.BYTES, name.length);
        try {
            fd = (int) SOCKET.invokeExact(AF_UNIX, SOCK_DGRAM_CLOEXEC, 0);
            assertThat((int) BIND.invokeExact(fd, to, length)).as("bind to %s", address).isZero();
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    @SuppressWarnings("restricted")
    private static MethodHandle link(String name, FunctionDescriptor type) {
        return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), type);
    }

    /** What to put into {@code NOTIFY_SOCKET}. */
    public String address() {
        return address;
    }

    /** Waits for a message that begins so, and returns it whole. Those before it are taken too. */
    public String await(String beginning) {
        List<String> found = new ArrayList<>();
        Await.until("a message " + beginning, () -> {
            for (String message = receive(); message != null; message = receive()) {
                if (message.startsWith(beginning)) {
                    found.add(message);
                    return true;
                }
            }
            return false;
        });
        return found.getFirst();
    }

    /** What has come and was not waited for. */
    public List<String> rest() {
        List<String> all = new ArrayList<>();
        for (String message = receive(); message != null; message = receive()) {
            all.add(message);
        }
        return all;
    }

    private String receive() {
        try {
            long length = (long) RECV.invokeExact(fd, buffer, (long) SIZE, MSG_DONTWAIT);
            return length < 0
                    ? null
                    : new String(buffer.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        try {
            assertThat((int) CLOSE.invokeExact(fd)).isZero();
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
        arena.close();
    }
}
