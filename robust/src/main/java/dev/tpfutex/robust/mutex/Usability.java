package dev.tpfutex.robust.mutex;

import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * Whether locks may be taken through a handle of a space: not once it is closed or its file replaced. Each mutex has a
 * flag of its own, one step nearer to the fast path than this; the reason is found out when the flag is up.
 * Thread-safe.
 */
public final class Usability {

    private final Runnable thrower;
    private final Set<RobustMutex> mutexes = Collections.newSetFromMap(new WeakHashMap<>());
    private volatile boolean doubted;

    /** @param thrower throws what the reason is, if there is one */
    public Usability(Runnable thrower) {
        this.thrower = thrower;
    }

    /** Has {@link #check} find out from now on, and each mutex ask. Callable by any thread. */
    public synchronized void doubt() {
        doubted = true;
        mutexes.forEach(RobustMutex::doubt);
    }

    /** Throws if locks must not be taken. */
    public void check() {
        if (doubted) {
            thrower.run();
        }
    }

    synchronized void register(RobustMutex mutex) {
        mutexes.add(mutex);
        if (doubted) {
            mutex.doubt();
        }
    }
}
