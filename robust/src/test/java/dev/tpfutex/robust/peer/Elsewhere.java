package dev.tpfutex.robust.peer;

import dev.tpfutex.api.LockSpace;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** What other threads of this JVM do, and what they have failed in. */
public final class Elsewhere {

    private final FutureTask<Void> task;
    private final Thread thread;

    /** What may throw anything. */
    public interface Action {
        void run() throws Exception;
    }

    private Elsewhere(String name, Action action) {
        this.task = new FutureTask<>(() -> {
            action.run();
            return null;
        });
        this.thread = Thread.ofPlatform().name(name).start(task);
    }

    /** Begins something in a thread of its own. */
    public static Elsewhere start(String name, Action action) {
        return new Elsewhere(name, action);
    }

    /** Does something in a thread of its own, which has ended when this returns. */
    public static void run(Action action) throws Exception {
        start("elsewhere", action).await();
    }

    /** Closes a space once those of its threads that have ended have been cleaned up after. */
    public static void close(LockSpace space) {
        Await.until("threads that have ended are cleaned up after", () -> {
            try {
                space.close();
                return true;
            } catch (IllegalStateException inUse) {
                return false;
            }
        });
    }

    /** Awaits its end; throws what it has thrown. */
    public void await() throws Exception {
        try {
            task.get(Await.WATCHDOG.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        }
        thread.join();
    }

    public Thread thread() {
        return thread;
    }
}
