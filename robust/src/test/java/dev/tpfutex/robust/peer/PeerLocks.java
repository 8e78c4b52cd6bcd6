package dev.tpfutex.robust.peer;

import dev.tpfutex.api.LockGuard;
import dev.tpfutex.api.SharedMutex;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** What a thread of a scripted JVM can do with locks, and the guards it has. */
final class PeerLocks {

    private final PeerSpace space;
    private final PeerRwLocks rwLocks;
    private final Map<String, Deque<LockGuard>> guards = new HashMap<>();

    PeerLocks(PeerSpace space) {
        this.space = space;
        this.rwLocks = new PeerRwLocks(space);
    }

    String run(List<String> command) throws Exception {
        return switch (command.get(0)) {
            case "hammer" -> hammer(command).run(Ledger.open(Path.of(command.get(3))));
            case "getAll" -> hammer(command).getAll(Long.parseLong(command.get(3)));
            default -> command.get(0).startsWith("rw.") ? rwLocks.run(command) : use(command);
        };
    }

    /** Arguments: number of locks, seed. */
    private PeerHammer hammer(List<String> command) {
        return new PeerHammer(space.opened(), Integer.parseInt(command.get(1)), Long.parseLong(command.get(2)));
    }

    private String use(List<String> command) throws Exception {
        String name = command.get(1);
        if (command.get(0).equals("juggle")) {
            return new PeerJuggler(space, name, Path.of(command.get(2)), Integer.parseInt(command.get(3))).run();
        }
        if (command.get(0).equals("patient")) {
            return new PeerPatient(space, name, Integer.parseInt(command.get(3))).run(Path.of(command.get(2)));
        }
        SharedMutex mutex = space.mutex(name);
        String argument = command.size() > 2 ? command.get(2) : null;
        return switch (command.get(0)) {
            case "lock" -> done(mutex::lock);
            case "lockInterruptibly" -> done(mutex::lockInterruptibly);
            case "tryLock" -> String.valueOf(argument == null ? mutex.tryLock() : mutex.tryLock(
                    Long.parseLong(argument), TimeUnit.MILLISECONDS));
            case "unlock" -> done(mutex::unlock);
            case "acquire" -> entered(name, argument == null ? mutex.acquire() : mutex.acquire(
                    Duration.ofMillis(Long.parseLong(argument))));
            case "tryAcquire" -> mutex.tryAcquire().map(guard -> entered(name, guard)).orElse("busy");
            case "repair" -> done(guards.get(name).peek()::markConsistent);
            case "release" -> done(guards.get(name).pop()::close);
            case "count" -> new PeerCounter(mutex, Path.of(argument)).run(Integer.parseInt(command.get(3)));
            case "mix" -> new PeerMix(mutex, Ledger.open(Path.of(argument))).run();
            case "crowd" -> new PeerCounter(mutex, Path.of(argument)).runMany(
                    Integer.parseInt(command.get(3)), Integer.parseInt(command.get(4)));
            default -> look(command.get(0), mutex);
        };
    }

    private static String look(String verb, SharedMutex mutex) {
        return switch (verb) {
            case "holder" -> mutex.holder().map(Object::toString).orElse("nobody");
            case "consistency" -> mutex.consistency().toString();
            case "holdCount" -> String.valueOf(mutex.holdCount());
            case "isLocked" -> String.valueOf(mutex.isLocked());
            case "reset" -> done(mutex::reset);
            case "interrupted" -> String.valueOf(Thread.interrupted());
            default -> throw new IllegalArgumentException("unknown verb " + verb);
        };
    }

    private interface Action<E extends Exception> {
        void run() throws E;
    }

    private static <E extends Exception> String done(Action<E> action) throws E {
        action.run();
        return "ok";
    }

    private String entered(String name, LockGuard guard) {
        guards.computeIfAbsent(name, key -> new ArrayDeque<>()).push(guard);
        return "held " + guard.status() + (guard.ownerDied() ? " ownerDied" : "") + " token=" + guard.fencingToken()
                + " sleeps=" + guard.sleeps();
    }
}
