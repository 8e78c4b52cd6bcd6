package dev.tpfutex.robust.attendant;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/** Signs that others wait for from a thread that goes round: each is given once, at the end of its life at the latest. */
public final class Signs {

    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private volatile boolean ended;

    /** Asks for a sign. The thread is to be woken after this. Callable by any thread. */
    public void add(Runnable sign) {
        waiting.add(sign);
        if (ended) {
            handOn(Runnable::run);
        }
    }

    /** Takes those that were asked for, as the thread goes round. */
    public void handOn(Consumer<Runnable> taker) {
        for (Runnable sign = waiting.poll(); sign != null; sign = waiting.poll()) {
            taker.accept(sign);
        }
    }

    /** Gives what is left, and from now on every sign at once: nobody need wait for a thread that is no more. */
    public void end() {
        ended = true;
        handOn(Runnable::run);
    }
}
