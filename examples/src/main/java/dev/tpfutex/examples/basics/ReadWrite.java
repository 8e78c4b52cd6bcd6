package dev.tpfutex.examples.basics;

import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.SharedReadWriteLock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * A configuration record in a mapped file: one JVM writes a thousand versions of it, two others read it all the time
 * under a reader-writer lock. Each field of a version depends on its number, so a reader can tell a whole record from one
 * that is half new.
 */
public final class ReadWrite {

    private static final int READERS = 2;
    private static final int VERSIONS = 1000;
    private static final int FIELDS = 64;

    private static final Duration PAUSE = Duration.ofMillis(1);

    /** What each reader must have read at least, or this has shown nothing. */
    private static final int LEAST_READS = 100;

    /** A reader gives up if the writer is not done by then. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private ReadWrite() {}

    /** No arguments; the readers get the path of the folder that they share. */
    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length > 0) {
            System.exit(read(new SharedFolder(Path.of(args[0]))) ? 0 : 1);
        }
        boolean right;
        try (SharedFolder folder = SharedFolder.create()) {
            right = run(folder);
        }
        System.exit(right ? 0 : 1);
    }

    private static boolean read(SharedFolder folder) throws IOException {
        SharedNumbers fields = SharedNumbers.open(folder.data(), FIELDS);
        long end = System.nanoTime() + PATIENCE.toNanos();
        long version = 0;
        int reads = 0;
        int torn = 0;
        try (LockSpace space = LockSpace.open(folder.locks())) {
            SharedReadWriteLock lock = space.rwLock("configuration");
            while (version < VERSIONS && System.nanoTime() < end) {
                lock.readLock().lock();
                try {
                    version = fields.get(0);
                    torn += isWhole(fields) ? 0 : 1;
                } finally {
                    lock.readLock().unlock();
                }
                if (reads++ == 0) {
                    System.out.println("I begin to read");
                }
            }
        }
        System.out.println("I have read " + reads + " records, the last of version " + version + "; " + torn
                + " of them were half new");
        return torn == 0 && version == VERSIONS && reads >= LEAST_READS;
    }

    private static boolean isWhole(SharedNumbers fields) {
        for (int i = 1; i < FIELDS; i++) {
            if (fields.get(i) != fields.get(0) * i) {
                return false;
            }
        }
        return true;
    }

    private static void write(SharedFolder folder) throws IOException {
        SharedNumbers fields = SharedNumbers.open(folder.data(), FIELDS);
        try (LockSpace space = LockSpace.open(folder.locks())) {
            SharedReadWriteLock lock = space.rwLock("configuration");
            for (int version = 1; version <= VERSIONS; version++) {
                lock.writeLock().lock();
                try {
                    fields.set(0, version);
                    for (int i = 1; i < FIELDS; i++) {
                        fields.set(i, (long) version * i);
                    }
                } finally {
                    lock.writeLock().unlock();
                }
                // A configuration changes now and then: mostly it is read.
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
        System.out.println("written: " + VERSIONS + " versions");
    }

    private static boolean run(SharedFolder folder) throws IOException, InterruptedException {
        List<OtherJvm> readers = new ArrayList<>();
        for (int i = 0; i < READERS; i++) {
            readers.add(OtherJvm.start(List.of(), ReadWrite.class, folder.path().toString()));
        }
        for (OtherJvm reader : readers) {
            reader.awaitLine("I begin");
        }
        write(folder);
        boolean right = true;
        for (OtherJvm reader : readers) {
            right &= reader.awaitEnd();
        }
        System.out.println("rwlock: " + (right ? "ok, no reader has seen half a change" : "WRONG"));
        return right;
    }
}
