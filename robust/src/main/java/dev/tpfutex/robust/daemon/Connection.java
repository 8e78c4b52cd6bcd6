package dev.tpfutex.robust.daemon;

import dev.tpfutex.shm.linux.Errno;
import dev.tpfutex.shm.linux.UnixStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * One that has connected to the daemon, and what it has said so far: at most a line and a descriptor. Used by the
 * server's thread, and while the client joins by that which does this.
 */
final class Connection {

    /** What has come of a look at what the client has to say. */
    enum Heard {
        /** Its line is not complete. */
        PART,
        /** {@link #line} is. */
        LINE,
        /** It has gone, or says what is not to be said. */
        END
    }

    private static final int NONE = -1;

    private final int fd;
    private final UnixStream.Peer peer;
    private final long deadline;
    private final byte[] line = new byte[Greeting.MAX_LINE];
    private int length;
    private int descriptor = NONE;
    private boolean greeted;
    private ServedSpaces.Client client;

    /** @param deadline {@link System#nanoTime} until which it must have said its line */
    Connection(int fd, UnixStream.Peer peer, long deadline) {
        this.fd = fd;
        this.peer = peer;
        this.deadline = deadline;
    }

    int fd() {
        return fd;
    }

    UnixStream.Peer peer() {
        return peer;
    }

    long deadline() {
        return deadline;
    }

    /** Whether its line is complete, or longer than any. */
    boolean hasGreeted() {
        return greeted;
    }

    /** Reads what is there. */
    Heard read() {
        if (greeted) {
            return isSilent() ? Heard.PART : Heard.END;
        }
        // A descriptor has to come with the first byte. What comes later the kernel throws away.
        UnixStream.Received received = length == 0
                ? UnixStream.receive(fd, line.length)
                : UnixStream.receiveBytes(fd, line.length - length);
        if (received.descriptor() != NONE) {
            descriptor = received.descriptor();
        }
        if (received.result() == -Errno.EAGAIN) {
            return Heard.PART;
        }
        System.arraycopy(received.bytes(), 0, line, length, received.bytes().length);
        length += received.bytes().length;
        greeted = isComplete() || length == line.length;
        return greeted ? Heard.LINE : received.result() <= 0 ? Heard.END : Heard.PART;
    }

    /** More is not defined in this version: who says something all the same is not worth its time. */
    private boolean isSilent() {
        return UnixStream.receiveBytes(fd, 1).result() == -Errno.EAGAIN;
    }

    private boolean isComplete() {
        return length > 0 && line[length - 1] == '\n';
    }

    /**
     * What it has said, without the newline at its end.
     *
     * @throws IllegalArgumentException if that is not there: what has come may be the beginning of something else
     */
    String line() {
        if (!isComplete()) {
            throw new IllegalArgumentException(
                    "expected a line that ends with a newline, of at most " + line.length + " bytes");
        }
        return new String(Arrays.copyOf(line, length - 1), StandardCharsets.US_ASCII);
    }

    /** What it has shown, which is the caller's from now on; -1 if nothing. */
    int takeDescriptor() {
        int taken = descriptor;
        descriptor = NONE;
        return taken;
    }

    boolean hasDescriptor() {
        return descriptor != NONE;
    }

    /** The client that it turned out to be; null before. */
    ServedSpaces.Client client() {
        return client;
    }

    void serve(ServedSpaces.Client joined) {
        client = joined;
    }

    /** Says a line; whether it has gone out. It is the only one, so there is room for it, or the other side has gone. */
    boolean say(String text) {
        byte[] bytes = Greeting.bytes(text);
        return UnixStream.send(fd, bytes) == bytes.length;
    }
}
