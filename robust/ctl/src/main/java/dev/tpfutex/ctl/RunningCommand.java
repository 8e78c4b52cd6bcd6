package dev.tpfutex.ctl;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * The command that {@code exec} runs, and the signals that come meanwhile: they are passed on to the command, and end
 * the wait for the lock if there is no command yet. One command at a time.
 */
final class RunningCommand {

    private final Thread main = Thread.currentThread();
    private Process process;
    private int signal;

    /** Has the signals come here instead of ending the JVM. */
    void takeSignals() {
        Signals.takeEnding(this::receive);
    }

    /** The signal that has ended the wait. */
    synchronized int signal() {
        return signal;
    }

    /** Runs a command with our input and output; its exit code, as a shell gives it. */
    int run(List<String> command, Map<String, String> environment) throws InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        builder.environment().putAll(environment);
        Process started = start(builder);
        try {
            return waitFor(started);
        } finally {
            synchronized (this) {
                process = null;
            }
        }
    }

    private synchronized Process start(ProcessBuilder builder) throws InterruptedException {
        if (signal != 0) {
            Thread.interrupted();
            throw new InterruptedException();
        }
        try {
            process = builder.start();
            return process;
        } catch (IOException e) {
            throw new CommandNotStartedException(builder.command().getFirst(), e);
        }
    }

    /** An interrupt that was meant for the wait may come late. */
    private static int waitFor(Process started) {
        for (;;) {
            try {
                return started.waitFor();
            } catch (InterruptedException late) {
                // The lock is to be kept as long as the command runs.
            }
        }
    }

    private synchronized void receive(String name, int number) {
        if (process == null) {
            signal = number;
            main.interrupt();
        } else if (!name.equals("INT") || !Terminal.isForeground()) {
            // What is typed at a terminal goes to the whole foreground group: the command has it already.
            pass(name);
        }
    }

    private void pass(String name) {
        try {
            new ProcessBuilder("sh", "-c", "kill -s " + name + " " + process.pid())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException noShell) {
            process.destroy();
        }
    }
}
