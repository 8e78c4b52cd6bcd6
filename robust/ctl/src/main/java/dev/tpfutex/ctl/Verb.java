package dev.tpfutex.ctl;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What all verbs have. {@link #call} gives the exit code. */
abstract class Verb implements Callable<Integer> {

    @Spec
    CommandSpec spec;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help and exit.")
    boolean help;

    @Option(names = "--json", description = "Print JSON instead of tables.")
    boolean json;

    final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    final PrintWriter err() {
        return spec.commandLine().getErr();
    }

    /** One line for people. */
    final void print(String line) {
        out().println(Printable.of(line));
        out().flush();
    }

    final void print(List<String> lines) {
        lines.forEach(this::print);
    }

    /** A text that {@link Json} has written. */
    final void printJson(String text) {
        out().println(text);
        out().flush();
    }

    /** Whether nobody reads what is printed any more. */
    final boolean isOutputClosed() {
        return out().checkError();
    }

    /** For people, beside the result: not among what others read from the output. */
    final void say(String line) {
        err().println("tpfutexctl: " + Printable.of(line));
        err().flush();
    }
}
