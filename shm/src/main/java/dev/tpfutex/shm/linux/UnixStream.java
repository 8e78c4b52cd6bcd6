package dev.tpfutex.shm.linux;

import dev.tpfutex.shm.linux.Abi.Call;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Unix stream sockets by descriptor: unix(7). The JDK's channels have no descriptors among what they send, and do not
 * say which process is at the other end; both are needed where the other side need not be trusted.
 *
 * <p>Results are those of the system calls, or the negative error number ({@link Errno}); nothing throws unless it says
 * so. Thread-safe, but closing a descriptor that others still use is the caller's error.
 */
public final class UnixStream {

    private static final int AF_UNIX = 1;
    private static final int SOCK_STREAM = 1;
    private static final int NONBLOCK = NativeFiles.O_NONBLOCK;
    private static final int CLOEXEC = 0x80000;

    private static final int SOL_SOCKET = 1;
    private static final int SO_TYPE = 3;
    private static final int SO_PEERCRED = 17;
    private static final int SO_ACCEPTCONN = 30;
    private static final int SO_DOMAIN = 39;
    private static final int SCM_RIGHTS = 1;

    private static final int MSG_NOSIGNAL = 0x4000;
    private static final int MSG_CMSG_CLOEXEC = 0x4000_0000;
    private static final int SHUT_RDWR = 2;

    private static final int PRIVATE = 0600;

    private static final int FAMILY = Short.BYTES;

    /** Size of {@code sun_path}, with the zero at its end. */
    private static final int MAX_NAME = 108;

    // struct msghdr, struct iovec and one struct cmsghdr with one descriptor, as 64-bit Linux has them, in one piece.
    private static final long IOV = 16;
    private static final long IOV_LENGTH = 24;
    private static final long CONTROL = 32;
    private static final long CONTROL_LENGTH = 40;
    private static final long VECTOR = 56;
    private static final long HEADER = 72;
    private static final long LEVEL = HEADER + 8;
    private static final long TYPE = HEADER + 12;
    private static final long DESCRIPTOR = HEADER + 16;
    private static final long END = HEADER + 24;

    /** CMSG_LEN of one descriptor. With CMSG_SPACE, which is the usual, there would be room for two. */
    private static final long ONE_DESCRIPTOR = 20;

    private static final int NONE = -1;

    private UnixStream() {}

    /**
     * Who has connected, as the kernel saw it at that time.
     *
     * @param pid in our pid namespace, 0 if it is not in it; may be another process's by now
     * @param uid effective user
     * @param gid effective group
     */
    public record Peer(int pid, int uid, int gid) {}

    /**
     * What one message brought.
     *
     * @param result number of bytes, 0 at the end of the stream, or the negative error number
     * @param bytes as many
     * @param descriptor that came with them, close-on-exec and now the caller's to close; -1 if none did
     */
    public record Received(int result, byte[] bytes, int descriptor) {}

    /**
     * Connects, and does not wait for that: a listener that does not accept anybody is as good as none.
     *
     * @return a blocking descriptor; or the error, -EAGAIN if the listener's queue is full
     */
    public static int connect(Path path) {
        int fd = socket();
        if (fd < 0) {
            return fd;
        }
        int result = NONE;
        try {
            result = address(Call.CONNECT, fd, path);
            if (result >= 0) {
                result = NativeFiles.setBlocking(fd, true);
            }
        } finally {
            closeUnless(result >= 0, fd);
        }
        return result < 0 ? result : fd;
    }

    /**
     * Makes a socket file and listens there. The file's mode is 0777 without the umask.
     *
     * @param backlog how many may wait to be accepted, at most
     * @param hidden whether nobody else may connect yet: the mode is 0600 then
     * @return a descriptor that does not block
     */
    public static int listen(Path path, int backlog, boolean hidden) {
        int fd = socket();
        if (fd < 0) {
            return fd;
        }
        int result = NONE;
        try {
            // The file gets its mode from the socket, so that there is no instant at which it has more.
            result = hidden ? NativeFiles.chmod(fd, PRIVATE) : 0;
            if (result >= 0) {
                result = address(Call.BIND, fd, path);
            }
            if (result >= 0) {
                result = (int) LibC.call(Call.LISTEN, fd, backlog, 0);
            }
        } finally {
            closeUnless(result >= 0, fd);
        }
        return result < 0 ? result : fd;
    }

    private static int socket() {
        return (int) LibC.call(Call.SOCKET, AF_UNIX, SOCK_STREAM | NONBLOCK | CLOEXEC, 0);
    }

    private static void closeUnless(boolean good, int fd) {
        if (!good) {
            NativeFiles.close(fd);
        }
    }

    private static int address(Call call, int fd, Path path) {
        byte[] name = path.toString().getBytes(StandardCharsets.UTF_8);
        if (name.length >= MAX_NAME) {
            return -Errno.ENAMETOOLONG;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment to = arena.allocate(FAMILY + MAX_NAME, Long.BYTES);
            to.set(ValueLayout.JAVA_SHORT, 0, (short) AF_UNIX);
            MemorySegment.copy(name, 0, to, ValueLayout.JAVA_BYTE, FAMILY, name.length);
            return (int) LibC.call(call, fd, to.address(), FAMILY + name.length + 1);
        }
    }

    /** The next that has connected, a descriptor that does not block; -EAGAIN if nobody has. */
    public static int accept(int listener) {
        long result;
        do {
            result = LibC.call(LibC.scratch(), Call.ACCEPT4, listener, 0, 0, NONBLOCK | CLOEXEC, 0, 0);
        } while (result == -Errno.EINTR);
        return (int) result;
    }

    /** Whether a descriptor, of unknown origin, is a Unix stream socket that listens. */
    public static boolean isListener(int fd) {
        return option(fd, SO_DOMAIN) == AF_UNIX && option(fd, SO_TYPE) == SOCK_STREAM && option(fd, SO_ACCEPTCONN) == 1;
    }

    private static int option(int fd, int option) {
        MemorySegment scratch = LibC.scratch();
        int result = option(scratch, fd, option, Integer.BYTES);
        return result < 0 ? result : scratch.get(ValueLayout.JAVA_INT, LibC.BUFFER);
    }

    /** Stores an option's value in the general buffer. */
    private static int option(MemorySegment scratch, int fd, int option, int length) {
        long lengthAt = LibC.BUFFER + 16;
        scratch.set(ValueLayout.JAVA_INT, lengthAt, length);
        return (int) LibC.call(
                Call.GETSOCKOPT, fd, SOL_SOCKET, option,
                scratch.address() + LibC.BUFFER, scratch.address() + lengthAt);
    }

    /** The path that a listener is bound to; empty if it has none or an abstract one. */
    public static String path(int listener) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment name = arena.allocate(Integer.BYTES + FAMILY + MAX_NAME + 1L, Long.BYTES);
            long at = Long.BYTES;
            name.set(ValueLayout.JAVA_INT, 0, FAMILY + MAX_NAME);
            long result = LibC.call(Call.GETSOCKNAME, listener, name.address() + at, name.address());
            int length = name.get(ValueLayout.JAVA_INT, 0) - FAMILY;
            if (result < 0 || length <= 1 || name.get(ValueLayout.JAVA_BYTE, at + FAMILY) == 0) {
                return "";
            }
            byte[] bytes = name.asSlice(at + FAMILY, Math.min(length, MAX_NAME)).toArray(ValueLayout.JAVA_BYTE);
            int end = 0;
            while (end < bytes.length && bytes[end] != 0) {
                end++;
            }
            return new String(bytes, 0, end, StandardCharsets.UTF_8);
        }
    }

    /** Who is at the other end of a connection: SO_PEERCRED; null if the kernel does not tell. */
    public static Peer peer(int connection) {
        MemorySegment scratch = LibC.scratch();
        if (option(scratch, connection, SO_PEERCRED, 3 * Integer.BYTES) < 0) {
            return null;
        }
        return new Peer(
                scratch.get(ValueLayout.JAVA_INT, LibC.BUFFER),
                scratch.get(ValueLayout.JAVA_INT, LibC.BUFFER + 4),
                scratch.get(ValueLayout.JAVA_INT, LibC.BUFFER + 8));
    }

    /**
     * Sends bytes; perhaps not all of them. Raises no signal.
     *
     * @return how many were sent, or the error
     */
    public static int send(int connection, byte[] bytes) {
        return send(connection, bytes, NONE);
    }

    /**
     * As {@link #send(int, byte[])}, and sends a descriptor with them, which the receiver gets as one of its own for the
     * same open file description: SCM_RIGHTS. The caller's stays the caller's.
     */
    public static int send(int connection, byte[] bytes, int descriptor) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment data = arena.allocate(Math.max(bytes.length, 1));
            MemorySegment.copy(bytes, 0, data, ValueLayout.JAVA_BYTE, 0, bytes.length);
            MemorySegment message =
                    message(arena, data.address(), bytes.length, descriptor == NONE ? 0 : ONE_DESCRIPTOR);
            message.set(ValueLayout.JAVA_LONG, HEADER, ONE_DESCRIPTOR);
            message.set(ValueLayout.JAVA_INT, LEVEL, SOL_SOCKET);
            message.set(ValueLayout.JAVA_INT, TYPE, SCM_RIGHTS);
            message.set(ValueLayout.JAVA_INT, DESCRIPTOR, descriptor);
            return transfer(Call.SENDMSG, connection, message, MSG_NOSIGNAL);
        }
    }

    /**
     * Receives what is there, waiting if the descriptor blocks. Of descriptors that come with it the first is kept, and the
     * kernel closes the others.
     *
     * @param most bytes
     */
    public static Received receive(int connection, int most) {
        return receive(connection, most, ONE_DESCRIPTOR);
    }

    /** As {@link #receive}, but all descriptors are closed by the kernel. */
    public static Received receiveBytes(int connection, int most) {
        return receive(connection, most, 0);
    }

    private static Received receive(int connection, int most, long control) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment data = arena.allocate(most);
            MemorySegment message = message(arena, data.address(), most, control);
            Received received = null;
            try {
                int result = transfer(Call.RECVMSG, connection, message, MSG_CMSG_CLOEXEC);
                byte[] bytes = new byte[Math.max(result, 0)];
                MemorySegment.copy(data, ValueLayout.JAVA_BYTE, 0, bytes, 0, bytes.length);
                received = new Received(result, bytes, descriptor(message));
            } finally {
                // There may be no memory to say what came.
                closeUnless(received != null, descriptor(message));
            }
            return received;
        }
    }

    /** That which the kernel has put into a message; none if it has not. */
    private static int descriptor(MemorySegment message) {
        boolean came = message.get(ValueLayout.JAVA_LONG, CONTROL_LENGTH) >= ONE_DESCRIPTOR
                && message.get(ValueLayout.JAVA_INT, LEVEL) == SOL_SOCKET
                && message.get(ValueLayout.JAVA_INT, TYPE) == SCM_RIGHTS;
        return came ? message.get(ValueLayout.JAVA_INT, DESCRIPTOR) : NONE;
    }

    private static MemorySegment message(Arena arena, long data, int length, long control) {
        MemorySegment message = arena.allocate(END, Long.BYTES);
        message.set(ValueLayout.JAVA_LONG, IOV, message.address() + VECTOR);
        message.set(ValueLayout.JAVA_LONG, IOV_LENGTH, 1);
        message.set(ValueLayout.JAVA_LONG, CONTROL, control == 0 ? 0 : message.address() + HEADER);
        message.set(ValueLayout.JAVA_LONG, CONTROL_LENGTH, control);
        message.set(ValueLayout.JAVA_LONG, VECTOR, data);
        message.set(ValueLayout.JAVA_LONG, VECTOR + Long.BYTES, length);
        return message;
    }

    private static int transfer(Call call, int connection, MemorySegment message, long flags) {
        long result;
        do {
            result = LibC.call(call, connection, message.address(), flags);
        } while (result == -Errno.EINTR);
        return (int) result;
    }

    /** Ends a connection for all who use it; who waits for a message gets its end. The descriptor stays open. */
    public static void shutdown(int connection) {
        LibC.call(Call.SHUTDOWN, connection, SHUT_RDWR, 0);
    }
}
