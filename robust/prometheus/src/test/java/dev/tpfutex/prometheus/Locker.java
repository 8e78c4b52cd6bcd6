package dev.tpfutex.prometheus;

import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.SharedMutex;
import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.robust.TpFutexProvider;
import java.io.IOException;
import java.nio.file.Path;

/** Main class of a client: locks and unlocks so often, then holds the lock until its input has a line or ends. */
final class Locker {

    private Locker() {}

    /** Arguments: space, socket of the daemon, lock, how often. */
    public static void main(String[] args) throws IOException {
        SpaceOptions options = SpaceOptions.defaults().daemonSocket(Path.of(args[1]));
        try (LockSpace space = new TpFutexProvider().open(Path.of(args[0]), options)) {
            SharedMutex mutex = space.mutex(args[2]);
            for (int i = 0; i < Integer.parseInt(args[3]); i++) {
                mutex.lock();
                mutex.unlock();
            }
            mutex.lock();
            System.out.println("holds it");
            if (System.in.read() < 0) {
                System.exit(1);
            }
            mutex.unlock();
        }
    }
}
