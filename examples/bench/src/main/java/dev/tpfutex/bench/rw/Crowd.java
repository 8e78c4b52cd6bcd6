package dev.tpfutex.bench.rw;

import dev.tpfutex.bench.PeerJvm;
import dev.tpfutex.bench.lock.GlibcRwLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The JVMs of one measurement, on one lock space and one lock of the C library's. */
final class Crowd implements AutoCloseable {

    /** So many have threads without a pause; one more JVM has somebody who waits. */
    static final int LOADS = 2;

    private final Path folder;
    private final List<PeerJvm> loads = new ArrayList<>();
    private final PeerJvm asker;

    Crowd() throws IOException {
        folder = Files.createTempDirectory(Path.of("/dev/shm"), "tpfutex-rw-");
        Path glibc = folder.resolve("glibc");
        GlibcRwLock.create(glibc, false);
        while (loads.size() < LOADS) {
            loads.add(guest(glibc));
        }
        asker = guest(glibc);
    }

    private PeerJvm guest(Path glibc) throws IOException {
        return PeerJvm.start(List.of(), LoadGuest.class.getName(), folder.resolve("rw.tpf").toString(),
                glibc.toString());
    }

    /** Has threads in the first JVMs lock without a pause; goes on while they do. */
    void begin(int jvms, int threads, String verb, String lock, long millis) {
        for (PeerJvm load : loads.subList(0, jvms)) {
            for (int i = 0; i < threads; i++) {
                load.begin("t" + i, verb + ' ' + lock + ' ' + millis);
            }
        }
    }

    /** How often all of them together took the lock in a second. */
    double end(int jvms, int threads) throws InterruptedException {
        double rate = 0;
        for (PeerJvm load : loads.subList(0, jvms)) {
            for (int i = 0; i < threads; i++) {
                long[] countAndNanos = load.await("t" + i);
                rate += countAndNanos[0] * 1e9 / countAndNanos[1];
            }
        }
        return rate;
    }

    /** Has one thread of a third JVM ask for the lock now and then: {@link Asking#waits}. */
    long[] ask(String verb, String lock, long millis) throws InterruptedException {
        asker.begin("asker", verb + ' ' + lock + ' ' + millis);
        return asker.await("asker");
    }

    @Override
    public void close() throws IOException {
        loads.forEach(PeerJvm::close);
        asker.close();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
