package dev.tpfutex.examples.demo;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;

/**
 * Runs tpfutexd until standard input ends. The daemon itself runs until it is told to end; that of the demo must not
 * outlive a supervisor that was killed.
 */
public final class DaemonHost {

    static final String MODULE = "dev.tpfutex.robust";
    static final String PACKAGE = "dev.tpfutex.robust.daemon";

    private DaemonHost() {}

    /**
     * Started by the supervisor.
     *
     * @param arguments those of tpfutexd
     * @throws ReflectiveOperationException if there is no daemon
     */
    public static void main(String[] arguments) throws ReflectiveOperationException {
        Thread.ofPlatform().daemon().name("end-of-input").start(DaemonHost::haltAtEndOfInput);
        try {
            // By name: for good reason the module does not export its daemon.
            Class.forName(PACKAGE + ".TpFutexDaemon").getMethod("main", String[].class).invoke(null,
                    (Object) arguments);
        } catch (InvocationTargetException failure) {
            failure.getCause().printStackTrace();
            System.exit(1);
        }
    }

    private static void haltAtEndOfInput() {
        try {
            while (System.in.read() >= 0) {
                // Nothing is ever sent.
            }
        } catch (IOException broken) {
            // As good as the end.
        }
        Runtime.getRuntime().halt(1);
    }
}
