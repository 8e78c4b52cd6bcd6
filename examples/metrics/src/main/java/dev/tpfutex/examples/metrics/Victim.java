package dev.tpfutex.examples.metrics;

import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.SharedMutex;
import java.io.IOException;
import java.nio.file.Path;

/** Main class of the JVM that contends for the lock until it is told to hold it, and then waits to be killed. */
final class Victim {

    private Victim() {}

    /** The argument: the path of the space. */
    public static void main(String[] args) throws IOException {
        try (LockSpace space = LockSpace.open(Path.of(args[0]))) {
            SharedMutex book = space.mutex(Metrics.LOCK);
            System.out.println("contends");
            while (System.in.available() == 0) {
                Metrics.contend(book);
            }
            book.lock();
            System.out.println("holds");
            // Until this JVM is killed, or its parent is.
            while (System.in.read() >= 0) {
                continue;
            }
            System.exit(1);
        }
    }
}
