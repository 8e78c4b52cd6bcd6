package dev.tpfutex.examples.demo;

import java.io.Serial;

/** The demo has found a violation, a hang, or that it cannot go on. */
final class DemoFailure extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    private final int violations;

    private DemoFailure(String message, int violations) {
        super(message);
        this.violations = violations;
    }

    /** Something the lock service promises did not hold. */
    static DemoFailure violation(String message) {
        return new DemoFailure("violation: " + message, 1);
    }

    /** Somebody waits for too long. */
    static DemoFailure hang(String message) {
        return new DemoFailure("hang: " + message, 0);
    }

    /** Something else went wrong. */
    static DemoFailure trouble(String message) {
        return new DemoFailure(message, 0);
    }

    int violations() {
        return violations;
    }
}
