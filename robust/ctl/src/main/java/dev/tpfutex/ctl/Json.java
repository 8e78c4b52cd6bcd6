package dev.tpfutex.ctl;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Writes JSON (RFC 8259): objects are maps, arrays are collections. Durations become nanoseconds, an empty
 * {@link Optional} becomes null, and what is neither a number nor a boolean becomes a string.
 */
final class Json {

    private Json() {}

    /** An object; keys and values alternate. Its keys keep their order. */
    static Map<String, Object> object(Object... keysAndValues) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            object.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return object;
    }

    /** A 64-bit word, which many readers of JSON could not hold as a number. */
    static String hex(long word) {
        return "0x%016x".formatted(word);
    }

    /** In one line. */
    static String line(Object value) {
        StringBuilder text = new StringBuilder();
        write(text, value, null);
        return text.toString();
    }

    /** In many lines, indented. */
    static String pretty(Object value) {
        StringBuilder text = new StringBuilder();
        write(text, value, "\n");
        return text.toString();
    }

    /** @param newline a line feed and the indentation, null for none */
    private static void write(StringBuilder text, Object value, String newline) {
        switch (value) {
            case null -> text.append("null");
            case Optional<?> optional -> write(text, optional.orElse(null), newline);
            case Map<?, ?> map -> writeObject(text, map, newline);
            case Collection<?> list -> writeArray(text, list, newline);
            case Double real when !Double.isFinite(real) -> text.append("null");
            case Number number -> text.append(number);
            case Boolean bool -> text.append(bool);
            case Duration duration -> text.append(duration.toNanos());
            case Instant instant -> writeString(text, instant.toString());
            default -> writeString(text, value.toString());
        }
    }

    private static void writeObject(StringBuilder text, Map<?, ?> map, String newline) {
        String inner = newline == null ? null : newline + "  ";
        String separator = "{";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            text.append(separator).append(inner == null ? "" : inner);
            writeString(text, entry.getKey().toString());
            text.append(inner == null ? ":" : ": ");
            write(text, entry.getValue(), inner);
            separator = ",";
        }
        text.append(map.isEmpty() ? "{" : newline == null ? "" : newline).append('}');
    }

    private static void writeArray(StringBuilder text, Collection<?> list, String newline) {
        String inner = newline == null ? null : newline + "  ";
        String separator = "[";
        for (Object value : list) {
            text.append(separator).append(inner == null ? "" : inner);
            write(text, value, inner);
            separator = ",";
        }
        text.append(list.isEmpty() ? "[" : newline == null ? "" : newline).append(']');
    }

    private static void writeString(StringBuilder text, String value) {
        text.append('"');
        value.codePoints().forEach(c -> {
            switch (c) {
                case '"' -> text.append("\\\"");
                case '\\' -> text.append("\\\\");
                case '\n' -> text.append("\\n");
                case '\t' -> text.append("\\t");
                case '\r' -> text.append("\\r");
                default -> {
                    if (Printable.isHarmless(c)) {
                        text.appendCodePoint(c);
                    } else {
                        for (char unit : Character.toChars(c)) {
                            text.append("\\u%04x".formatted((int) unit));
                        }
                    }
                }
            }
        });
        text.append('"');
    }
}
