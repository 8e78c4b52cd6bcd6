package dev.tpfutex.robust.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.shm.linux.Errno;
import dev.tpfutex.shm.linux.NativeFiles;
import dev.tpfutex.shm.linux.UnixStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/** Visitors of a daemon that do not behave, by a seed. */
final class Nonsense implements AutoCloseable {

    private static final int NONE = -1;
    private static final int MOST = 8192;

    /** Connections that stay open for a while. */
    private static final int KEPT = 40;

    private enum Kind {
        NOTHING, RANDOM_BYTES, TRUNCATED_LINE, BYTE_BY_BYTE, ENDLESS_LINE, OLD_VERSION, NO_DESCRIPTOR, LATE_DESCRIPTOR,
        WRONG_DESCRIPTOR, WRONG_INDEX, TALKS_ON, CLOSES_AT_ONCE, HALF_CLOSED
    }

    /** Those that are refused as soon as they have spoken. */
    private static final Set<Kind> ANSWERED =
            Set.of(Kind.OLD_VERSION, Kind.NO_DESCRIPTOR, Kind.WRONG_DESCRIPTOR, Kind.WRONG_INDEX);

    private static final Set<Kind> GONE = Set.of(Kind.NOTHING, Kind.CLOSES_AT_ONCE, Kind.HALF_CLOSED);

    private final Path socket;
    private final Path space;
    private final Random random;
    private final Deque<Integer> kept = new ArrayDeque<>();
    private final TreeMap<Kind, Integer> visits = new TreeMap<>();
    private int refusals;

    Nonsense(Path socket, Path space, long seed) {
        this.socket = socket;
        this.space = space;
        this.random = new Random(seed);
    }

    /** One visitor of some kind. */
    void talk() {
        Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
        visits.merge(kind, 1, Integer::sum);
        int connection = connect();
        if (connection == NONE) {
            return;
        }
        switch (kind) {
            case NOTHING -> keep(connection);
            case RANDOM_BYTES -> say(connection, bytes(1 + random.nextInt(300)), NONE);
            case TRUNCATED_LINE -> say(connection, cut(line("0")), open(space, NativeFiles.O_RDWR));
            case BYTE_BY_BYTE -> sayByteByByte(connection);
            case ENDLESS_LINE -> sayWithoutEnd(connection);
            case OLD_VERSION -> say(connection, "TPFUTEX 1 45 12 0 " + space + "\n", NONE);
            case NO_DESCRIPTOR -> say(connection, line("0"), NONE);
            case LATE_DESCRIPTOR -> {
                UnixStream.send(connection, new byte[] {'T'});
                say(connection, line("0").substring(1), open(space, NativeFiles.O_RDWR));
            }
            case WRONG_DESCRIPTOR -> say(connection, line("0"), somethingElse());
            case WRONG_INDEX -> say(connection, line(wrongIndex()), open(space, NativeFiles.O_RDWR));
            case TALKS_ON -> {
                UnixStream.send(connection, line("0").getBytes(StandardCharsets.UTF_8), NONE);
                say(connection, bytes(200), somethingElse());
            }
            case CLOSES_AT_ONCE -> NativeFiles.close(connection);
            case HALF_CLOSED -> {
                UnixStream.send(connection, bytes(random.nextInt(30)));
                UnixStream.shutdown(connection);
                keep(connection);
            }
        }
        if (ANSWERED.contains(kind)) {
            listen(kind, connection);
        } else if (!GONE.contains(kind)) {
            leave(connection);
        }
    }

    /** One that says nothing and stays. */
    void connectAndWait() {
        int connection = connect();
        if (connection != NONE) {
            kept.add(connection);
        }
    }

    /** What those have been told that have stayed. */
    String heardByTheSilent() {
        StringBuilder all = new StringBuilder();
        kept.forEach(connection -> all.append(answer(connection)));
        return all.toString();
    }

    int refusals() {
        return refusals;
    }

    private int connect() {
        int connection = UnixStream.connect(socket);
        while (connection == -Errno.EAGAIN) {
            // The daemon has not come to accept so many.
            Thread.onSpinWait();
            connection = UnixStream.connect(socket);
        }
        if (connection < 0) {
            throw new AssertionError("connecting: " + Errno.describe(connection) + "; " + this);
        }
        return connection;
    }

    private void keep(int connection) {
        kept.add(connection);
        if (kept.size() > KEPT) {
            NativeFiles.close(kept.remove());
        }
    }

    private String line(String index) {
        return "TPFUTEX 2 " + index + "\n";
    }

    private String wrongIndex() {
        String[] wrong = {"-1", "256", "999999999", "2147483648", "x", "", "0 0", "\u0000", "0x1"};
        return wrong[random.nextInt(wrong.length)];
    }

    private String cut(String line) {
        return line.substring(0, 1 + random.nextInt(line.length() - 1));
    }

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private static int open(Path path, int flags) {
        return Math.max(NONE, NativeFiles.open(path.toString(), flags, 0));
    }

    private int somethingElse() {
        return switch (random.nextInt(6)) {
            case 0 -> open(space, NativeFiles.O_RDONLY);
            case 1 -> open(space, NativeFiles.O_PATH);
            case 2 -> open(Path.of("/dev/null"), NativeFiles.O_RDWR);
            case 3 -> open(space.getParent(), NativeFiles.O_RDONLY);
            case 4 -> UnixStream.connect(socket);
            default -> open(Path.of("/proc/self/stat"), NativeFiles.O_RDONLY);
        };
    }

    private void say(int connection, String text, int descriptor) {
        say(connection, text.getBytes(StandardCharsets.UTF_8), descriptor);
    }

    /** It may be refused before it has spoken. */
    private void say(int connection, byte[] bytes, int descriptor) {
        UnixStream.send(connection, bytes, descriptor);
        NativeFiles.close(descriptor);
    }

    private void sayByteByByte(int connection) {
        byte[] line = line("0").getBytes(StandardCharsets.UTF_8);
        for (byte one : line) {
            say(connection, new byte[] {one}, open(space, NativeFiles.O_RDWR));
        }
    }

    private void sayWithoutEnd(int connection) {
        byte[] line = new byte[1 + random.nextInt(5000)];
        Arrays.fill(line, (byte) '1');
        say(connection, line, open(space, NativeFiles.O_RDWR));
    }

    private void listen(Kind kind, int connection) {
        String answer = new String(UnixStream.receiveBytes(connection, MOST).bytes(), StandardCharsets.UTF_8);
        NativeFiles.close(connection);
        assertThat(answer).as("%s; %s", kind, this).startsWith(Greeting.REFUSED);
        refusals++;
    }

    /** At once or later, answered or not. */
    private void leave(int connection) {
        if (random.nextBoolean()) {
            keep(connection);
        } else {
            NativeFiles.close(connection);
        }
    }

    private static String answer(int connection) {
        NativeFiles.setBlocking(connection, false);
        return new String(UnixStream.receiveBytes(connection, MOST).bytes(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        kept.forEach(NativeFiles::close);
        kept.clear();
    }

    @Override
    public String toString() {
        return visits + ", " + refusals + " heard that they are refused";
    }
}
