package dev.tpfutex.robust.peer;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Signals that this process was started to ignore: SIGHUP under nohup(1), SIGINT in the background of a shell script. It
 * hands that on, and JVMs leave it so; what is to happen at such a signal then cannot be tested.
 */
public final class HeardSignals {

    private HeardSignals() {}

    /** Has the calling test skipped if one of these is ignored; numbers as in signal(7). */
    public static void assume(int... signals) {
        long ignored = ProcessView.ofThisJvm().ignoredSignals();
        for (int signal : signals) {
            assumeTrue((ignored >>> signal - 1 & 1) == 0,
                    "signal " + signal + " is ignored here, as under nohup or in the background of a script");
        }
    }
}
