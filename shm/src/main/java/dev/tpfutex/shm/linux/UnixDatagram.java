package dev.tpfutex.shm.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/**
 * Sends single messages to a Unix datagram socket, which the JDK has no channel for: socket(2), sendto(2), unix(7).
 * The receiver learns from the kernel which process sent. Thread-safe.
 */
public final class UnixDatagram {

    private static final int AF_UNIX = 1;
    private static final int SOCK_DGRAM_CLOEXEC = 2 | 0x80000;
    private static final int MSG_NOSIGNAL = 0x4000;
    private static final int FAMILY = Short.BYTES;

    /** Size of {@code sun_path}. A path needs a zero at its end, an abstract name one at its beginning. */
    private static final int MAX_NAME = 108;

    private UnixDatagram() {}

    /**
     * Sends one message; waits while the receiver's queue is full.
     *
     * @param address an absolute path, or {@code @} and an abstract name
     * @param message sent in UTF-8
     * @return 0, or the negative error number; -EINVAL for an address of another form, -ENAMETOOLONG for one that is
     *     too long
     */
    public static int send(String address, String message) {
        boolean named = address.startsWith("/");
        if (!named && !address.startsWith("@")) {
            return -Errno.EINVAL;
        }
        byte[] name = address.getBytes(StandardCharsets.UTF_8);
        if (name.length >= MAX_NAME) {
            return -Errno.ENAMETOOLONG;
        }
        if (!named) {
            name[0] = 0;
        }
        int fd = (int) LibC.call(Abi.Call.SOCKET, AF_UNIX, SOCK_DGRAM_CLOEXEC, 0);
        if (fd < 0) {
            return fd;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment to = arena.allocate(FAMILY + MAX_NAME, FAMILY);
            to.set(ValueLayout.JAVA_SHORT, 0, (short) AF_UNIX);
            MemorySegment.copy(name, 0, to, ValueLayout.JAVA_BYTE, FAMILY, name.length);
            // The length of an abstract name is part of it.
            return send(fd, to.asSlice(0, FAMILY + name.length + (named ? 1 : 0)), arena, message);
        } finally {
            NativeFiles.close(fd);
        }
    }

    private static int send(int fd, MemorySegment to, Arena arena, String message) {
        byte[] bytes = message.getBytes(StandardCharsets.UTF_8);
        MemorySegment copy = arena.allocateFrom(ValueLayout.JAVA_BYTE, bytes);
        long result;
        do {
            result = LibC.call(
                    LibC.scratch(), Abi.Call.SENDTO,
                    fd, copy.address(), bytes.length, MSG_NOSIGNAL, to.address(), to.byteSize());
        } while (result == -Errno.EINTR);
        return (int) Math.min(result, 0);
    }
}
