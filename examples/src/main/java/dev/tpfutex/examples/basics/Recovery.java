package dev.tpfutex.examples.basics;

import dev.tpfutex.api.LockGuard;
import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.SharedMutex;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A JVM is killed while it moves money from one account to another, under a mutex. The next owner is told, looks at
 * what the dead one was about to do, and finishes it.
 */
public final class Recovery {

    // What the file holds: two accounts, and a note of what is being done to them.
    private static final int CHECKING = 0;
    private static final int SAVINGS = 1;
    private static final int NEW_CHECKING = 2;
    private static final int NEW_SAVINGS = 3;
    private static final int MOVING = 4;
    private static final int NUMBERS = 5;

    private static final int ALL_MONEY = 100;

    private Recovery() {}

    /** No arguments; the JVM to be killed gets the path of the folder that both share. */
    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length > 0) {
            move(new SharedFolder(Path.of(args[0])), 30);
            return;
        }
        boolean right;
        try (SharedFolder folder = SharedFolder.create()) {
            right = run(folder);
        }
        System.exit(right ? 0 : 1);
    }

    private static void move(SharedFolder folder, int amount) throws IOException {
        SharedNumbers numbers = SharedNumbers.open(folder.data(), NUMBERS);
        try (LockSpace space = LockSpace.open(folder.locks())) {
            SharedMutex mutex = space.mutex("accounts");
            mutex.lock();
            try {
                // First the note, then the mark that it counts, then what it says.
                numbers.set(NEW_CHECKING, numbers.get(CHECKING) - amount);
                numbers.set(NEW_SAVINGS, numbers.get(SAVINGS) + amount);
                numbers.set(MOVING, 1);
                numbers.set(CHECKING, numbers.get(NEW_CHECKING));
                awaitDeath(numbers);
                numbers.set(SAVINGS, numbers.get(NEW_SAVINGS));
                numbers.set(MOVING, 0);
            } finally {
                mutex.unlock();
            }
        }
    }

    /** Until this JVM is killed, or the other one has ended without having done so. */
    private static void awaitDeath(SharedNumbers numbers) throws IOException {
        System.out.println("half-way: " + describe(numbers));
        while (System.in.read() >= 0) {
            continue;
        }
    }

    private static boolean run(SharedFolder folder) throws IOException, InterruptedException {
        SharedNumbers numbers = SharedNumbers.open(folder.data(), NUMBERS);
        numbers.set(CHECKING, ALL_MONEY);
        System.out.println("in the beginning: " + describe(numbers));
        OtherJvm victim = OtherJvm.start(List.of(), Recovery.class, folder.path().toString());
        victim.awaitLine("half-way");
        victim.kill();
        System.out.println("JVM " + victim.pid() + " has been killed; it has the mutex");
        try (LockSpace space = LockSpace.open(folder.locks())) {
            SharedMutex mutex = space.mutex("accounts");
            try (LockGuard guard = mutex.acquire()) {
                System.out.println("I have the mutex, and am told: ownerDied() is " + guard.ownerDied());
                if (guard.ownerDied()) {
                    repair(numbers);
                    guard.markConsistent();
                }
            }
            System.out.println("repaired: " + describe(numbers));
            try (LockGuard guard = mutex.acquire()) {
                System.out.println("the next owner is told: ownerDied() is " + guard.ownerDied());
                boolean right = !guard.ownerDied() && numbers.get(SAVINGS) == 30
                        && numbers.get(CHECKING) + numbers.get(SAVINGS) == ALL_MONEY;
                System.out.println("recovery: " + (right ? "ok" : "WRONG"));
                return right;
            }
        }
    }

    /** May be done again from the start, should this JVM be killed as well. */
    private static void repair(SharedNumbers numbers) {
        if (numbers.get(MOVING) != 0) {
            numbers.set(CHECKING, numbers.get(NEW_CHECKING));
            numbers.set(SAVINGS, numbers.get(NEW_SAVINGS));
            numbers.set(MOVING, 0);
        }
    }

    private static String describe(SharedNumbers numbers) {
        return "checking " + numbers.get(CHECKING) + ", savings " + numbers.get(SAVINGS);
    }
}
