package dev.tpfutex.robust.peer;

import dev.tpfutex.api.Consistency;
import dev.tpfutex.api.LockGuard;
import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.LockSpaceException;
import dev.tpfutex.api.LockTimeoutException;
import dev.tpfutex.api.NotRecoverableException;
import dev.tpfutex.api.OwnerDiedException;
import dev.tpfutex.api.SharedMutex;
import dev.tpfutex.api.spi.Holding;
import dev.tpfutex.api.spi.LockKind;
import dev.tpfutex.api.spi.NamedLock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Uses all locks of a space in all ways that have a bound, while somebody damages the file. Refusals are to be
 * expected, as are owners that do not exclude each other; anything else that is thrown is a mistake.
 */
final class PeerHammer {

    private static final int WAYS = 8;
    private static final int MOST_PATIENCE_MICROS = 15_000;
    private static final int MOST_HOLD_MICROS = 300;

    /** Who waits for less does not find out that the coordinator sleeps and cannot be rung. */
    private static final Duration LONG_PATIENCE = Duration.ofMillis(600);

    private final LockSpace space;
    private final int locks;
    private final Random random;
    private final PeerRwHammer rwHammer;
    private long operations;
    private long longest;
    private String trouble = "";

    PeerHammer(LockSpace space, int locks, long seed) {
        this.space = space;
        this.locks = locks;
        this.random = new Random(seed);
        this.rwHammer = new PeerRwHammer(space, random);
    }

    /** Goes on until the ledger is stopped: what has been thrown that must not be, or "hammered". */
    String run(Ledger ledger) {
        while (!ledger.isStopped() && trouble.isEmpty()) {
            long start = System.nanoTime();
            attempt();
            longest = Math.max(longest, System.nanoTime() - start);
            operations++;
        }
        return trouble.isEmpty()
                ? "hammered " + operations + ", longest " + TimeUnit.NANOSECONDS.toMillis(longest) + " ms"
                : trouble;
    }

    /** Gets each lock once, repairing and resetting; which could not be had in time, or "got all". */
    String getAll(long seconds) {
        StringBuilder missed = new StringBuilder();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        for (int i = 0; i < 2 * locks; i++) {
            String name = i < locks ? "a" + i : "r" + (i - locks);
            String outcome = get(name);
            while (outcome.startsWith("LockTimeout") && System.nanoTime() - deadline < 0) {
                outcome = get(name);
            }
            if (!outcome.isEmpty()) {
                missed.append(' ').append(name).append(": ").append(outcome);
            }
        }
        return missed.isEmpty() ? "got all" : "missed" + missed;
    }

    private String get(String name) {
        try {
            if (name.startsWith("r")) {
                rwHammer.getAll(name, LONG_PATIENCE);
                return "";
            }
            SharedMutex mutex = space.mutex(name);
            try (LockGuard guard = mutex.acquire(LONG_PATIENCE)) {
                repair(guard, mutex);
            } catch (NotRecoverableException e) {
                mutex.reset();
                return get(name);
            }
            return "";
        } catch (Exception e) {
            return Peer.describe(e);
        }
    }

    private void attempt() {
        try {
            if (random.nextBoolean()) {
                rwHammer.use("r" + random.nextInt(locks), patience());
                return;
            }
            SharedMutex mutex = space.mutex("a" + random.nextInt(locks));
            try {
                use(mutex, random.nextInt(WAYS));
            } catch (NotRecoverableException e) {
                mutex.reset();
            }
        } catch (LockSpaceException | IllegalMonitorStateException refused) {
            // What a damaged lock is allowed to do.
        } catch (Throwable unexpected) {
            StackTraceElement[] stack = unexpected.getStackTrace();
            trouble = "UNEXPECTED " + Peer.describe(unexpected) + " at " + (stack.length == 0 ? "?" : stack[0]);
        }
    }

    private Duration patience() {
        return Duration.ofNanos(random.nextInt(MOST_PATIENCE_MICROS) * 1000L);
    }

    private void use(SharedMutex mutex, int way) throws Exception {
        Duration patience = patience();
        switch (way) {
            case 0 -> mutex.tryAcquire().ifPresent(guard -> hold(guard, mutex));
            case 1 -> tryLock(mutex, patience);
            case 2 -> look(mutex);
            case 3 -> space.mutex("b" + random.nextInt(locks)).tryAcquire().ifPresent(LockGuard::close);
            default -> hold(mutex.acquire(patience), mutex);
        }
    }

    private void tryLock(SharedMutex mutex, Duration patience) throws InterruptedException {
        try {
            if (mutex.tryLock(patience.toNanos(), TimeUnit.NANOSECONDS)) {
                mutex.unlock();
            }
        } catch (OwnerDiedException told) {
            // It is still marked for the next one.
        }
    }

    private void hold(LockGuard guard, SharedMutex mutex) {
        try (guard) {
            repair(guard, mutex);
            if (random.nextInt(4) == 0) {
                LockSupport.parkNanos(random.nextInt(MOST_HOLD_MICROS) * 1000L);
            }
        }
    }

    static void repair(LockGuard guard, SharedMutex mutex) {
        if (guard.ownerDied() && mutex.consistency() == Consistency.OWNER_DIED) {
            try {
                guard.markConsistent();
            } catch (IllegalStateException cleared) {
                // By damage, in between.
            }
        }
    }

    static void look(SharedMutex mutex) {
        Optional<?> holder = mutex.holder();
        holder.ifPresent(Object::toString);
        mutex.statistics().toString();
        mutex.consistency();
        mutex.isLocked();
        mutex.holdCount();
        NamedLock named = new NamedLock(Path.of("x"), LockKind.MUTEX, mutex.name());
        new LockTimeoutException(named, Holding.by(mutex.holder()), Duration.ZERO, 0).getMessage();
    }
}
