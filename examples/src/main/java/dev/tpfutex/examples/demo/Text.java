package dev.tpfutex.examples.demo;

import java.util.Locale;
import java.util.OptionalLong;

/** Numbers for people, the same in every language. */
final class Text {

    private Text() {}

    static String format(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }

    /** Nanoseconds as milliseconds. */
    static String millis(long nanos) {
        return format("%.2fms", nanos / 1e6);
    }

    /** The same, a hyphen if there was nothing to measure. */
    static String millis(OptionalLong nanos) {
        return nanos.isEmpty() ? "-" : millis(nanos.getAsLong());
    }
}
