package dev.tpfutex.ctl;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** Asks before something is done that cannot be undone. */
final class Confirmation {

    private Confirmation() {}

    /** Asks on the error output; true if the answer on the standard input begins with a y. No answer is a no. */
    static boolean ask(Verb verb, String question) {
        verb.err().print("tpfutexctl: " + Printable.of(question) + " [y/N] ");
        verb.err().flush();
        try {
            // Not closed: it is the process's.
            String answer = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
            return answer != null && answer.strip().toLowerCase(java.util.Locale.ROOT).startsWith("y");
        } catch (IOException unreadable) {
            return false;
        }
    }
}
