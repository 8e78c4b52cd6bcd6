package dev.tpfutex.robust.peer;

import dev.tpfutex.api.LockGuard;
import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.NotRecoverableException;
import dev.tpfutex.api.OwnerDiedException;
import dev.tpfutex.api.ReadGuard;
import dev.tpfutex.api.SharedReadLock;
import dev.tpfutex.api.SharedReadWriteLock;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The part of {@link PeerHammer} that uses reader-writer locks. */
final class PeerRwHammer {

    private static final int WAYS = 8;
    private static final int MOST_NANOS = 300_000;

    private final LockSpace space;
    private final Random random;

    PeerRwHammer(LockSpace space, Random random) {
        this.space = space;
        this.random = random;
    }

    /** Does something with a lock, and resets it if need be. */
    void use(String name, Duration patience) throws Exception {
        SharedReadWriteLock lock = space.rwLock(name);
        try {
            use(lock, patience);
        } catch (NotRecoverableException e) {
            lock.writeLock().reset();
        } catch (OwnerDiedException told) {
            // Writers repair.
        }
    }

    private void use(SharedReadWriteLock lock, Duration patience) throws Exception {
        switch (random.nextInt(WAYS)) {
            case 0 -> lock.readLock().tryAcquire().ifPresent(this::hold);
            case 1 -> tryLock(lock.readLock(), patience);
            case 2 -> look(lock);
            case 3 -> write(lock, lock.writeLock().acquire(patience));
            case 4 -> upgrade(lock, patience);
            default -> hold(lock.readLock().acquire(patience));
        }
    }

    /** Gets a lock as each of its sides, repairing if need be; throws if that was not possible in time. */
    void getAll(String name, Duration patience) throws InterruptedException {
        SharedReadWriteLock lock = space.rwLock(name);
        try (LockGuard guard = lock.writeLock().acquire(patience)) {
            PeerHammer.repair(guard, lock.writeLock());
        } catch (NotRecoverableException e) {
            lock.writeLock().reset();
        }
        try {
            lock.readLock().acquire(patience).close();
            lock.upgradableLock().acquire(patience).close();
        } catch (OwnerDiedException late) {
            // Another has been killed only now.
            getAll(name, patience);
        }
    }

    private void hold(ReadGuard guard) {
        try (guard) {
            pause();
        }
    }

    private void pause() {
        if (random.nextInt(4) == 0) {
            LockSupport.parkNanos(random.nextInt(MOST_NANOS));
        }
    }

    private static void tryLock(SharedReadLock lock, Duration patience) throws InterruptedException {
        if (lock.tryLock(patience.toNanos(), TimeUnit.NANOSECONDS)) {
            lock.unlock();
        }
    }

    /** Sometimes goes on as a reader. */
    private void write(SharedReadWriteLock lock, LockGuard guard) {
        boolean downgrade = random.nextBoolean();
        try (guard) {
            PeerHammer.repair(guard, lock.writeLock());
            pause();
            if (downgrade) {
                lock.readLock().lock();
            }
        } finally {
            if (lock.readLock().isHeldByCurrentThread()) {
                lock.readLock().unlock();
            }
        }
    }

    private void upgrade(SharedReadWriteLock lock, Duration patience) throws InterruptedException {
        try (ReadGuard reading = lock.upgradableLock().acquire(patience)) {
            if (reading.sleeps() == 0) {
                pause();
            }
            try (LockGuard guard = lock.writeLock().acquire(patience)) {
                PeerHammer.repair(guard, lock.writeLock());
            }
        }
    }

    private static void look(SharedReadWriteLock lock) {
        lock.readers();
        lock.reader().ifPresent(Object::toString);
        lock.readLock().statistics().toString();
        lock.readLock().holdCount();
        lock.options().toString();
        PeerHammer.look(lock.writeLock());
    }
}
