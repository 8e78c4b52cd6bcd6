package dev.tpfutex.model;

/** A property does not hold in this schedule. */
final class Violation extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Violation(String message) {
        super(message);
    }
}
