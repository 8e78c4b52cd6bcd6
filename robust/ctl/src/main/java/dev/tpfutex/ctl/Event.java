package dev.tpfutex.ctl;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;

/**
 * Something that has happened in a space between two looks.
 *
 * @param time when it was seen
 * @param type what kind of thing
 * @param file of the space
 * @param lock name of the lock, empty if it is about none
 * @param text in words
 */
record Event(Instant time, Type type, Path file, String lock, String text) {

    /** Kinds of events. */
    enum Type {
        /** Somebody has waited longer than asked for. */
        SLOW_WAIT,
        /** Somebody who had waited that long waits no longer. */
        WAIT_OVER,
        /** The lock was handed to its top waiter. */
        HAND_OFF,
        /** Waits ended because their time was up. */
        TIMEOUT,
        /** An owner died inside its critical section. */
        OWNER_DIED,
        /** What the dead owner had left was repaired. */
        REPAIRED,
        /** Nobody repaired it. */
        NOT_RECOVERABLE,
        /** An administrator has said that it is usable again. */
        RESET,
        /** A process has come. */
        JOINED,
        /** A process has gone in order, or was gone and cleaned up after before that could be seen. */
        LEFT,
        /** A process has died, and is not cleaned up after yet. */
        DIED,
        /** The dead process has been cleaned up after. */
        RECOVERED,
        /** Another process coordinates now. */
        COORDINATOR,
        /** Threads wait for each other. */
        DEADLOCK,
        /** Something in the file cannot be. */
        DAMAGE;

        /** As it is printed. */
        String text() {
            return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
        }
    }

    Map<String, Object> tree() {
        return Json.object("time", time, "event", type.text(), "file", file, "lock", lock.isEmpty() ? null : lock,
                "text",
                text);
    }

    String line() {
        return Text.instant(time) + "  " + "%-15s".formatted(type.text()) + "  " + file
                + (lock.isEmpty() ? "" : " \"" + lock + "\"") + ": " + text;
    }
}
