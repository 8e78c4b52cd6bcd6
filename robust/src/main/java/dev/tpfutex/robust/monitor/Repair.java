package dev.tpfutex.robust.monitor;

import java.util.Objects;

/**
 * What an owner has done that was told of a former owner's death.
 *
 * @param lock name of the lock
 * @param outcome what it has done
 * @param nanos from when it was told until then
 */
public record Repair(String lock, Outcome outcome, long nanos) {

    /** What has been done. */
    public enum Outcome {

        /** It has marked the lock consistent, or its handler has returned. */
        REPAIRED,

        /** It has given the lock back, and the next owner is told in turn: its handler failed, or it had none. */
        GIVEN_BACK,

        /** It has released the lock without having repaired: nobody gets it until a reset. */
        NOT_RECOVERABLE
    }

    /** Checks that nothing is {@code null}. */
    public Repair {
        Objects.requireNonNull(lock, "lock");
        Objects.requireNonNull(outcome, "outcome");
    }
}
