package dev.tpfutex.robust.peer;

import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.SharedMutex;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A JVM that shortens the file of one of its spaces, and goes on with another and with a new file. */
public final class PeerOfTwoSpaces {

    private PeerOfTwoSpaces() {}

    /** Starts one; it ends by itself. */
    public static PeerJvm start(Path shortened, Path healthy) {
        List<String> command = new ArrayList<>(JvmCommand.of(PeerOfTwoSpaces.class));
        command.addAll(List.of(shortened.toString(), healthy.toString()));
        return PeerJvm.start(command);
    }

    public static void main(String[] paths) throws IOException {
        Path shortened = Path.of(paths[0]);
        try (LockSpace healthy = LockSpace.open(Path.of(paths[1]))) {
            LockSpace space = LockSpace.open(shortened);
            lockAndUnlock(space);
            awaitCoordinators();
            shorten(shortened);
            // The C library has a list that runs through both files for this thread.
            lockAndUnlock(healthy);
            space.close();
            space.close();
        }
        Files.delete(shortened);
        try (LockSpace fresh = LockSpace.open(shortened)) {
            lockAndUnlock(fresh);
        }
        System.out.println("went on");
    }

    /** Until both rest: the C library must not be at work in the file at the very moment when it is shortened. */
    private static void awaitCoordinators() {
        while (Thread.getAllStackTraces().entrySet().stream().filter(PeerOfTwoSpaces::isRestingCoordinator)
                .count() < 2) {
            Thread.yield();
        }
    }

    private static boolean isRestingCoordinator(Map.Entry<Thread, StackTraceElement[]> thread) {
        return thread.getKey().getName().equals("tpfutex-coordinator")
                && Stream.of(thread.getValue()).anyMatch(frame -> frame.getMethodName().equals("rest"));
    }

    private static void shorten(Path path) throws IOException {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
            file.truncate(0);
        }
    }

    private static void lockAndUnlock(LockSpace space) {
        SharedMutex mutex = space.mutex("book");
        mutex.lock();
        mutex.unlock();
    }
}
