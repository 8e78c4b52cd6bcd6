package dev.tpfutex.bench;

import dev.tpfutex.bench.lock.LockType;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What all commands have in common that measure types of locks in turn. */
public final class TypeOptions {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(names = {"-f", "--ftype"}, split = ",", paramLabel = "TYPE",
            description = "types of locks: ${COMPLETION-CANDIDATES}; all that fit if not given")
    private Set<LockType> types;

    @Option(names = "--repeat", paramLabel = "N", defaultValue = "5",
            description = "rounds in which each type has its turn (${DEFAULT-VALUE})")
    private int repeat;

    @Option(names = "--json", paramLabel = "FILE", description = "keep the results, for bench report")
    private Path json;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "show this")
    private boolean help;

    /**
     * Which types to measure.
     *
     * @param possible those that can be used
     * @return those of them that are wanted, at least one
     */
    public Set<LockType> types(Set<LockType> possible) {
        EnumSet<LockType> wanted = EnumSet.copyOf(possible);
        if (types != null) {
            wanted.retainAll(types);
        }
        if (wanted.isEmpty()) {
            throw wrong("none of these types can be used here; possible: " + possible);
        }
        return wanted;
    }

    /**
     * How often.
     *
     * @return 1 or more
     */
    public int repeat() {
        return atLeast("--repeat", repeat, 1);
    }

    /**
     * Where to keep the results.
     *
     * @return {@code null} for nowhere
     */
    public Path json() {
        return json;
    }

    /**
     * Checks a number.
     *
     * @param option that it was given with
     * @param value the number
     * @param least the smallest that makes sense
     * @return the number
     */
    public int atLeast(String option, int value, int least) {
        if (value < least) {
            throw wrong(option + " must be at least " + least);
        }
        return value;
    }

    /**
     * Something was given that cannot be.
     *
     * @param message what
     * @return to be thrown
     */
    public ParameterException wrong(String message) {
        return new ParameterException(command.commandLine(), message);
    }
}
