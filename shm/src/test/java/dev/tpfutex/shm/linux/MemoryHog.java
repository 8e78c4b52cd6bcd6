package dev.tpfutex.shm.linux;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Receives, again and again, a message with a descriptor for which there is no memory left. To be run with a small heap.
 * Arguments: a path for a socket, and a file to show. Prints how often it failed and by how many the open descriptors
 * have become more.
 */
public final class MemoryHog {

    private static final int TIMES = 20;
    private static final int MESSAGE = 100_000;
    private static final int PIECE = 1_000;
    private static final int ROOM = 15;

    private MemoryHog() {}

    public static void main(String[] args) {
        Path path = Path.of(args[0]);
        int listener = UnixStream.listen(path, 1, false);
        int client = UnixStream.connect(path);
        int server = UnixStream.accept(listener);
        int shown = NativeFiles.open(args[1], NativeFiles.O_RDONLY, 0);
        UnixStream.send(client, "warm up".getBytes(StandardCharsets.UTF_8), shown);
        NativeFiles.close(UnixStream.receive(server, MESSAGE).descriptor());
        int before = descriptors();
        int failures = 0;
        for (int i = 0; i < TIMES; i++) {
            int sent = UnixStream.send(client, new byte[MESSAGE], shown);
            if (sent != MESSAGE) {
                throw new AssertionError("sent " + sent);
            }
            failures += receiveWithoutMemory(server) ? 0 : 1;
            // What is still to come of the message, for the next round to begin anew.
            NativeFiles.setBlocking(server, false);
            while (UnixStream.receiveBytes(server, MESSAGE).result() > 0) {
                // All of it.
            }
        }
        System.out.println(failures + " failed, " + (descriptors() - before) + " descriptors more");
    }

    private static boolean receiveWithoutMemory(int connection) {
        List<byte[]> hoard = new ArrayList<>(100_000);
        try {
            for (;;) {
                hoard.add(new byte[PIECE]);
            }
        } catch (OutOfMemoryError full) {
            // Room for all else, but not for what comes in one go, which is a third of the message.
            for (int i = 0; i < ROOM; i++) {
                hoard.removeLast();
            }
        }
        try {
            NativeFiles.close(UnixStream.receive(connection, MESSAGE).descriptor());
            return true;
        } catch (OutOfMemoryError expected) {
            return false;
        } finally {
            hoard.clear();
        }
    }

    /** Those that are open, by their numbers: the next one has the lowest that is free. */
    private static int descriptors() {
        int open = 0;
        for (int fd = 0; fd < 200; fd++) {
            open += NativeFiles.statusFlags(fd) >= 0 ? 1 : 0;
        }
        return open;
    }
}
