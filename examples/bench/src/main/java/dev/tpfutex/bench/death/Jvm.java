package dev.tpfutex.bench.death;

import dev.tpfutex.bench.PeerJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A JVM of the benchmark's: a {@link Guest}, or the daemon. */
final class Jvm implements AutoCloseable {

    /** The system keeps fifteen characters of a thread's name. */
    private static final String COORDINATOR = "tpfutex-coordin";
    /** There are hundreds of them, and each does little. */
    private static final String SHORT_LIVED = "-XX:TieredStopAtLevel=1";

    private final PeerJvm peer;

    private Jvm(PeerJvm peer) {
        this.peer = peer;
    }

    static Jvm guest(Path space, List<String> options) throws IOException {
        List<String> all = new ArrayList<>(options);
        all.add(SHORT_LIVED);
        return new Jvm(PeerJvm.start(all, Guest.class.getName(), space.toString()));
    }

    static Jvm daemon(Path socket) throws IOException {
        return new Jvm(PeerJvm.startSilent(List.of(SHORT_LIVED), "dev.tpfutex.robust.daemon.TpFutexDaemon", "--socket",
                socket.toString()));
    }

    /** Gives a thread a command and does not wait. */
    void begin(String thread, String verb) {
        peer.begin(thread, verb);
    }

    /** What a thread says next. */
    Times await(String thread) throws InterruptedException {
        long[] times = peer.await(thread);
        return new Times(times[0], times[1]);
    }

    Times tell(String thread, String verb) throws InterruptedException {
        begin(thread, verb);
        return await(thread);
    }

    boolean hostsCoordinator() {
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(peer.pid()), "task"))) {
            for (Path thread : threads.toList()) {
                if (Files.readString(thread.resolve("comm")).strip().equals(COORDINATOR)) {
                    return true;
                }
            }
        } catch (IOException gone) {
            // A thread, or all of them.
        }
        return false;
    }

    void awaitOffice() throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PeerJvm.PATIENCE_SECONDS);
        while (!hostsCoordinator()) {
            if (!peer.isAlive() || System.nanoTime() - deadline > 0) {
                throw new IllegalStateException("pid " + peer.pid() + " does not become the coordinator");
            }
            Thread.sleep(1);
        }
    }

    /** Sends SIGKILL; when. */
    long kill() {
        long now = System.nanoTime();
        peer.kill();
        return now;
    }

    @Override
    public void close() {
        peer.close();
    }
}
