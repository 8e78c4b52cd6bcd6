package dev.tpfutex.bench.upgrade;

import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.SharedMutex;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Main class of a JVM whose threads take one lock again and again: {@code Worker SPACE BOARD THREADS}. Each line of its
 * input is answered with the longest wait of a thread since the last one. Ends with its input.
 */
public final class Worker {

    private static final int INSIDE = 200;
    private static final int OUTSIDE = 1_000;

    private final SharedMutex mutex;
    private final Board board;
    private final AtomicLong longestWait = new AtomicLong();

    private Worker(SharedMutex mutex, Board board) {
        this.mutex = mutex;
        this.board = board;
    }

    /**
     * Started by the benchmark.
     *
     * @param arguments lock space, board, number of threads
     * @throws IOException if the board cannot be read
     */
    public static void main(String[] arguments) throws IOException {
        LockSpace space = LockSpace.open(Path.of(arguments[0]));
        Worker worker = new Worker(space.mutex("bench"), Board.open(Path.of(arguments[1])));
        for (int i = 0; i < Integer.parseInt(arguments[2]); i++) {
            Thread.ofPlatform().daemon().start(worker::work);
        }
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        while (input.readLine() != null) {
            System.out.println("main " + worker.longestWait.getAndSet(0));
        }
        Runtime.getRuntime().halt(0);
    }

    private void work() {
        for (;;) {
            long asked = System.nanoTime();
            mutex.lock();
            try {
                board.got();
                spin(INSIDE);
            } finally {
                mutex.unlock();
            }
            longestWait.accumulateAndGet(System.nanoTime() - asked, Math::max);
            spin(OUTSIDE);
        }
    }

    private static void spin(int rounds) {
        for (int i = 0; i < rounds; i++) {
            Thread.onSpinWait();
        }
    }
}
