package dev.tpfutex.ctl;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Asks before something is done that cannot be undone. */
final class Confirmation {

    private Confirmation() {}

    /**
     * Asks on the error output; true if the answer on the standard input begins with a y. No answer is a no, and most
     * likely a script's: it is told how to go on without being asked.
     */
    static boolean ask(Verb verb, String question) {
        verb.err().print("tpfutexctl: " + Printable.of(question) + " [y/N] ");
        verb.err().flush();
        try {
            // Not closed: it is the process's.
            String answer = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
            if (answer != null) {
                return answer.strip().toLowerCase(Locale.ROOT).startsWith("y");
            }
        } catch (IOException unreadable) {
            // Nobody there, too.
        }
        verb.err().println();
        verb.say("nobody answers on the standard input; with --yes I do not ask");
        return false;
    }
}
