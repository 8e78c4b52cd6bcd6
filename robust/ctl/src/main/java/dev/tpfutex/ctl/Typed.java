package dev.tpfutex.ctl;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Commands for the reader to type, quoted as a shell needs it. */
final class Typed {

    private static final String PLAIN = "[A-Za-z0-9_./:@%+=,-]+";

    private Typed() {}

    static String reset(Path space, String lock) {
        return command("reset", space.toString(), lock);
    }

    /** A call of this tool. */
    static String command(String... words) {
        return "tpfutexctl " + line(words);
    }

    /** Any command. */
    static String line(String... words) {
        return Arrays.stream(words).map(Typed::quoted).collect(Collectors.joining(" "));
    }

    private static String quoted(String word) {
        return word.matches(PLAIN) ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
