package dev.tpfutex.bench.contend;

import dev.tpfutex.bench.TypeOptions;
import dev.tpfutex.bench.lock.LockType;
import java.util.Set;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What all of these commands have in common. */
final class RunOptions {

    private static final double LEAST_SECONDS = 0.05;
    private static final double MOST_SECONDS = 600;

    @Mixin
    private TypeOptions common;

    @Option(names = {"-r", "--runtime"}, paramLabel = "SECONDS", description = "of each run (1; in grids 0.6)")
    private Double seconds;

    TypeOptions common() {
        return common;
    }

    /** @param usualSeconds if nothing else is wanted */
    Contest contest(Set<LockType> which, double usualSeconds) {
        double each = seconds == null ? usualSeconds : seconds;
        if (!(each >= LEAST_SECONDS && each <= MOST_SECONDS)) {
            throw common.wrong("-r is a number of seconds from " + LEAST_SECONDS + " to " + MOST_SECONDS);
        }
        return new Contest(which, common.repeat(), each);
    }
}
