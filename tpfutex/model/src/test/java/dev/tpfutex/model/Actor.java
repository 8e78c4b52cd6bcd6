package dev.tpfutex.model;

import java.util.List;
import jdk.internal.vm.Continuation;
import jdk.internal.vm.ContinuationScope;

/** A simulated thread: code that stops at each port call until the scheduler lets it go on. */
final class Actor {

    private static final ContinuationScope SCOPE = new ContinuationScope("model");

    enum State {
        RUNNABLE,
        PARKED,
        DONE,
        DEAD
    }

    final String name;
    final int process;
    private final Continuation continuation;
    private State state = State.RUNNABLE;
    private RuntimeException failure;
    private long parkedAt;
    private List<Long> parkedAlsoAt = List.of();
    private long wakeTime;
    private boolean wakesOnInterrupt;
    private boolean resting;
    boolean interrupted;

    /** Not scheduled before this time: stopped by a signal, a debugger, a pause. */
    long stoppedUntil;

    /** Called when a write of the actor has been done. */
    Runnable onWrite = () -> {};

    Actor(String name, int process, Runnable body) {
        this.name = name;
        this.process = process;
        this.continuation = new Continuation(SCOPE, () -> {
            try {
                body.run();
            } catch (RuntimeException e) {
                failure = e;
            }
        });
    }

    /** Lets the actor go on to its next port call. */
    void step() {
        continuation.run();
        if (failure != null) {
            throw failure;
        }
        if (continuation.isDone() && state != State.DEAD) {
            state = State.DONE;
        }
    }

    /** Called by the actor itself: waits to be scheduled. */
    static void pause() {
        Continuation.yield(SCOPE);
    }

    /** Called by the actor itself: sleeps on a word, and on others. */
    void park(long at, List<Long> alsoAt, long until, boolean interruptible) {
        if (interruptible && interrupted) {
            return;
        }
        state = State.PARKED;
        parkedAt = at;
        parkedAlsoAt = alsoAt;
        wakeTime = until;
        wakesOnInterrupt = interruptible;
        pause();
    }

    /** Called by the actor itself: polls; others go first. */
    void rest() {
        resting = true;
        pause();
    }

    void interrupt() {
        interrupted = true;
        if (state == State.PARKED && wakesOnInterrupt) {
            wake();
        }
    }

    void wake() {
        if (state == State.PARKED) {
            state = State.RUNNABLE;
        }
    }

    void kill() {
        state = State.DEAD;
    }

    boolean isRunnable() {
        return state == State.RUNNABLE;
    }

    boolean isParked() {
        return state == State.PARKED;
    }

    boolean isParkedAt(long at) {
        return state == State.PARKED && (parkedAt == at || parkedAlsoAt.contains(at));
    }

    boolean isOver() {
        return state == State.DONE || state == State.DEAD;
    }

    boolean isDead() {
        return state == State.DEAD;
    }

    boolean isResting() {
        return resting;
    }

    void rested() {
        resting = false;
    }

    long wakeTime() {
        return wakeTime;
    }

    @Override
    public String toString() {
        return name + "[" + state + "]";
    }
}
