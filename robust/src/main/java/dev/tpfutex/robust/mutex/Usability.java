package dev.tpfutex.robust.mutex;

/**
 * Whether locks may be taken through a handle: not once it is closed or its file replaced. One flag, which the
 * fast path reads; the reason is found out when it is down.
 */
public final class Usability {

    private final Runnable thrower;
    private volatile boolean usable = true;

    /** @param thrower throws what the reason is */
    public Usability(Runnable thrower) {
        this.thrower = thrower;
    }

    /** Has {@link #check} find out from now on. Callable by any thread. */
    public void doubt() {
        usable = false;
    }

    /** Whether there may be a reason. */
    boolean isDoubted() {
        return !usable;
    }

    /** Throws if locks must not be taken. */
    public void check() {
        if (!usable) {
            thrower.run();
        }
    }
}
