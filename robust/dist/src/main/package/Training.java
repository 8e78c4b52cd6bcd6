import dev.tpfutex.api.LockGuard;
import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.SharedMutex;
import dev.tpfutex.api.SpaceOptions;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Uses a space, so that the daemon has all to do that it usually does while its cache is made: {@code Training FILE
 * SOCKET}. Says "locked" when it holds a lock that another thread waits for, and ends at the end of its input.
 */
class Training {

    public static void main(String[] args) throws IOException, InterruptedException {
        SpaceOptions options = SpaceOptions.defaults().daemonSocket(Path.of(args[1]));
        try (LockSpace space = LockSpace.open(Path.of(args[0]), options)) {
            SharedMutex mutex = space.mutex("training");
            Thread waiter;
            try (LockGuard guard = mutex.acquire()) {
                waiter = Thread.ofPlatform().start(() -> {
                    mutex.lock();
                    mutex.unlock();
                });
                System.out.println("locked, token " + guard.fencingToken());
                System.in.read();
            }
            waiter.join();
        }
    }
}
