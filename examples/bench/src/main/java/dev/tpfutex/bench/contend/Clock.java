package dev.tpfutex.bench.contend;

import java.util.concurrent.locks.LockSupport;

/** The thread that moves the clock of a {@link SharedPage}, from the beginning of a run until it is closed. */
final class Clock implements AutoCloseable {

    private static final long TICK_NANOS = 1_000_000;

    private final SharedPage page;
    private final long end;
    private final Thread thread;
    private volatile boolean closed;
    private volatile long ended;
    private long latest;

    /** @param end after which nobody begins another operation */
    Clock(SharedPage page, long end) {
        this.page = page;
        this.end = end;
        page.setClock(System.nanoTime());
        thread = Thread.ofPlatform().daemon().start(this::run);
    }

    private void run() {
        long previous = System.nanoTime();
        while (!closed) {
            LockSupport.parkNanos(TICK_NANOS);
            long now = System.nanoTime();
            page.setClock(now);
            latest = Math.max(latest, now - previous - TICK_NANOS);
            previous = now;
            if (ended == 0 && now - end >= 0) {
                ended = now;
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join();
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
        }
    }

    /** When the threads could see that it was over. */
    long ended() {
        return ended;
    }

    /** By how much it was late at the most. Only after it was closed. */
    long latest() {
        return latest;
    }
}
