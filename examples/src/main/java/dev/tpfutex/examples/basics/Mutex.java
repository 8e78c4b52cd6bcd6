package dev.tpfutex.examples.basics;

import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.SharedMutex;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Three JVMs add to one number in a mapped file, each a hundred thousand times, under one mutex. Without it some of the
 * additions would be lost: try it, by taking the two lock lines out.
 */
public final class Mutex {

    private static final int JVMS = 3;
    private static final int ADDITIONS = 100_000;

    private Mutex() {}

    /** No arguments; the three JVMs get the path of the folder that they share. */
    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length > 0) {
            add(new SharedFolder(Path.of(args[0])));
            return;
        }
        boolean right;
        try (SharedFolder folder = SharedFolder.create()) {
            right = run(folder);
        }
        System.exit(right ? 0 : 1);
    }

    private static void add(SharedFolder folder) throws IOException {
        SharedNumbers numbers = SharedNumbers.open(folder.data(), 1);
        try (LockSpace space = LockSpace.open(folder.locks())) {
            SharedMutex mutex = space.mutex("counter");
            for (int i = 0; i < ADDITIONS; i++) {
                mutex.lock();
                try {
                    numbers.set(0, numbers.get(0) + 1);
                } finally {
                    mutex.unlock();
                }
            }
        }
        System.out.println("I have added 1 " + ADDITIONS + " times");
    }

    private static boolean run(SharedFolder folder) throws IOException, InterruptedException {
        List<OtherJvm> jvms = new ArrayList<>();
        for (int i = 0; i < JVMS; i++) {
            jvms.add(OtherJvm.start(List.of(), Mutex.class, folder.path().toString()));
        }
        for (OtherJvm jvm : jvms) {
            jvm.awaitEnd();
        }
        long sum = SharedNumbers.open(folder.data(), 1).get(0);
        boolean right = sum == JVMS * ADDITIONS;
        System.out.println("mutex: " + (right ? "ok" : "WRONG") + ", the number is " + sum);
        return right;
    }
}
