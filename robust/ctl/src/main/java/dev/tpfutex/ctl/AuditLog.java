package dev.tpfutex.ctl;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Writes down what an administrator has done: for the logger {@code dev.tpfutex.ctl}, and for the system's log through
 * logger(1) where there is one.
 */
final class AuditLog {

    private static final System.Logger LOG = System.getLogger("dev.tpfutex.ctl");
    private static final long PATIENCE_SECONDS = 5;

    private AuditLog() {}

    static void write(String what) {
        String entry = what + " (by " + System.getProperty("user.name") + ", tpfutexctl pid "
                + ProcessHandle.current().pid() + ")";
        LOG.log(System.Logger.Level.WARNING, entry);
        try {
            Process logger =
                    new ProcessBuilder(List.of("logger", "-t", "tpfutexctl", "-p", "user.warning", "--", entry))
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            logger.getOutputStream().close();
            if (!logger.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                logger.destroyForcibly();
            }
        } catch (IOException thereIsNone) {
            // The other log has it.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
