package dev.tpfutex.ctl;

import java.util.Map;

/**
 * Something that {@code doctor} has found.
 *
 * @param level how bad it is
 * @param check what was looked at, one word
 * @param text what is the matter
 * @param advice what to do
 */
record Finding(Level level, String check, String text, String advice) {

    /** How bad something is. */
    enum Level {
        /** Good to know. */
        ADVICE,
        /** May become a problem, or is one that solves itself. */
        WARNING,
        /** Is a problem. */
        ERROR
    }

    Map<String, Object> tree() {
        return Json.object("level", level.name().toLowerCase(java.util.Locale.ROOT), "check", check, "text", text,
                "advice",
                advice);
    }

    String line() {
        return "  " + "%-7s".formatted(level) + "  " + check + ": " + text + (advice.isEmpty() ? "" : ". " + advice)
                + ".";
    }
}
