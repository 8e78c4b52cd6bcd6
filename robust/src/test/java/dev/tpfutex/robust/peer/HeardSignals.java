package dev.tpfutex.robust.peer;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Signals that this process was started to ignore: SIGHUP under nohup(1), SIGINT in the background of a shell script. It
 * hands that on, and JVMs leave it so; what is to happen at such a signal then cannot be tested.
 */
public final class HeardSignals {

    private HeardSignals() {}

    /** Has the calling test skipped if one of these is ignored; numbers as in signal(7). */
    public static void assume(int... signals) {
        long ignored = ignored();
        for (int signal : signals) {
            assumeTrue((ignored >>> signal - 1 & 1) == 0,
                    "signal " + signal + " is ignored here, as under nohup or in the background of a script");
        }
    }

    private static long ignored() {
        try {
            return Files.readAllLines(Path.of("/proc/self/status")).stream()
                    .filter(line -> line.startsWith("SigIgn:"))
                    .mapToLong(line -> Long.parseUnsignedLong(line.substring("SigIgn:".length()).strip(), 16))
                    .findFirst().orElse(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
