package dev.tpfutex.examples.demo;

import java.io.Serial;

/** Something the lock service promises did not hold. */
final class Violation extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    Violation(String message) {
        super(message);
    }
}
