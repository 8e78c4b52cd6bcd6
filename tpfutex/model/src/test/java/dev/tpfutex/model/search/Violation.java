package dev.tpfutex.model.search;

/** A property does not hold. */
final class Violation extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Violation(String message) {
        super(message, null, false, false);
    }
}
