package dev.tpfutex.examples.demo;

import java.io.Serial;

/** The command line asks for something that cannot be done. */
final class UsageException extends Exception {

    @Serial
    private static final long serialVersionUID = 1;

    UsageException(String message) {
        super(message);
    }
}
