package dev.tpfutex.robust.peer;

import dev.tpfutex.api.LockGuard;
import dev.tpfutex.api.SharedReadLock;
import dev.tpfutex.api.SharedReadWriteLock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What a thread of a scripted JVM can do with reader-writer locks; the verbs begin with {@code rw.}. */
final class PeerRwLocks {

    private final PeerSpace space;

    PeerRwLocks(PeerSpace space) {
        this.space = space;
    }

    /** Arguments: verb, lock, and for some a number of milliseconds. */
    String run(List<String> command) throws Exception {
        SharedReadWriteLock lock = space.rwLock(command.get(1));
        long millis = command.size() > 2 ? Long.parseLong(command.get(2)) : 0;
        return switch (command.get(0)) {
            case "rw.read" -> lock(lock.readLock());
            case "rw.tryRead" -> String.valueOf(lock.readLock().tryLock(millis, TimeUnit.MILLISECONDS));
            case "rw.unread" -> unlock(lock.readLock());
            case "rw.readUpgradably" -> lock(lock.upgradableLock());
            case "rw.unreadUpgradably" -> unlock(lock.upgradableLock());
            case "rw.write" -> write(lock);
            case "rw.unwrite" -> unwrite(lock);
            case "rw.take" -> take(lock, Duration.ofMillis(millis));
            case "rw.readers" -> String.valueOf(lock.readers());
            case "rw.bias" -> bias(lock, millis);
            default -> throw new IllegalArgumentException("unknown verb " + command.get(0));
        };
    }

    private static String lock(SharedReadLock lock) {
        lock.lock();
        return "ok";
    }

    private static String unlock(SharedReadLock lock) {
        lock.unlock();
        return "ok";
    }

    private static String write(SharedReadWriteLock lock) {
        lock.writeLock().lock();
        return "ok";
    }

    private static String unwrite(SharedReadWriteLock lock) {
        lock.writeLock().unlock();
        return "ok";
    }

    /** Takes the write lock, repairs if need be, and gives it back. */
    private static String take(SharedReadWriteLock lock, Duration timeout) throws InterruptedException {
        try (LockGuard guard = lock.writeLock().acquire(timeout)) {
            if (guard.ownerDied()) {
                guard.markConsistent();
                return "taken ownerDied";
            }
            return "taken";
        }
    }

    /**
     * Two threads read without a rest, so that they come to leave the word alone; the caller last, so that it, and not one
     * or the other as it happens, is the one whom the lock finds at once.
     */
    private static String bias(SharedReadWriteLock lock, long millis) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        Runnable reader = () -> {
            do {
                for (int i = 0; i < 1000; i++) {
                    lock.readLock().lock();
                    lock.readLock().unlock();
                }
            } while (System.nanoTime() < end);
        };
        Thread other = Thread.ofPlatform().start(reader);
        reader.run();
        other.join();
        reader.run();
        return "ok";
    }
}
