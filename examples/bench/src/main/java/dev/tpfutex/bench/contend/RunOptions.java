package dev.tpfutex.bench.contend;

import dev.tpfutex.bench.lock.LockType;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What all of these commands have in common. */
final class RunOptions {

    private static final double LEAST_SECONDS = 0.05;
    private static final double MOST_SECONDS = 600;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(names = {"-f", "--ftype"}, split = ",", paramLabel = "TYPE",
            description = "types of locks: ${COMPLETION-CANDIDATES}; all that fit if not given")
    private Set<LockType> types;

    @Option(names = {"-r", "--runtime"}, paramLabel = "SECONDS",
            description = "of each run (1; in grids 0.6)")
    private Double seconds;

    @Option(names = "--repeat", paramLabel = "N", defaultValue = "5",
            description = "runs of each type, in turn (${DEFAULT-VALUE})")
    private int repeat;

    @Option(names = "--json", paramLabel = "FILE", description = "keep the results, for bench report")
    private Path json;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "show this")
    private boolean help;

    /** Those of {@code possible} that are wanted. */
    Set<LockType> types(Set<LockType> possible) {
        EnumSet<LockType> wanted = EnumSet.copyOf(possible);
        if (types != null) {
            wanted.retainAll(types);
        }
        if (wanted.isEmpty()) {
            throw wrong("none of these types can be used here; possible: " + possible);
        }
        return wanted;
    }

    /** @param usualSeconds if nothing else is wanted */
    Contest contest(Set<LockType> which, double usualSeconds) {
        double each = seconds == null ? usualSeconds : seconds;
        if (!(each >= LEAST_SECONDS && each <= MOST_SECONDS)) {
            throw wrong("-r is a number of seconds from " + LEAST_SECONDS + " to " + MOST_SECONDS);
        }
        return new Contest(which, atLeastOne("--repeat", repeat), each);
    }

    int atLeastOne(String option, int value) {
        return atLeast(option, value, 1);
    }

    int atLeast(String option, int value, int least) {
        if (value < least) {
            throw wrong(option + " must be at least " + least);
        }
        return value;
    }

    ParameterException wrong(String message) {
        return new ParameterException(command.commandLine(), message);
    }

    Path json() {
        return json;
    }
}
