package dev.tpfutex.dist;

import dev.tpfutex.robust.peer.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A {@link LockClient} in a {@link Machine}, seen from outside. */
final class Client implements AutoCloseable {

    private static final String PID = "pid: ";

    private final Machine machine;
    private final Process process;
    private final PrintStream input;
    private final ConcurrentLinkedQueue<String> output = new ConcurrentLinkedQueue<>();
    private final int pid;

    Client(Machine machine, List<String> command) {
        this.machine = machine;
        this.process = machine.start(command);
        this.input = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        Thread.ofPlatform().daemon().name("output of a client").start(this::listen);
        this.pid = Integer.parseInt(awaitOutput(PID).substring(PID.length()));
    }

    /** Its pid in the machine. */
    int pid() {
        return pid;
    }

    /** Gives a thread a command, and waits for its outcome. */
    String tell(String command) {
        begin(command);
        return outcome(command);
    }

    void begin(String command) {
        input.println(command);
    }

    /** Waits for the outcome of a command, the first that was not asked for yet. */
    String outcome(String command) {
        String line = awaitOutput(command + ": ");
        output.remove(line);
        return line.substring(command.length() + 2);
    }

    /** Whether a command has come to an end. */
    boolean isDone(String command) {
        return output.stream().anyMatch(line -> line.startsWith(command + ": "));
    }

    /** Waits for a line of its output with such a part. */
    String awaitOutput(String part) {
        Await.until("a client says " + part + ", and not only " + output, () -> {
            boolean over = !process.isAlive();
            if (find(part) == null && over) {
                throw new AssertionError("the client has ended, having said " + output);
            }
            return find(part) != null;
        });
        return find(part);
    }

    private String find(String part) {
        return output.stream().filter(line -> line.contains(part)).findFirst().orElse(null);
    }

    /** Ends it by SIGKILL. */
    void kill() {
        machine.run("kill", "-KILL", String.valueOf(pid));
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            machine.tryRun("kill", "-KILL", String.valueOf(pid));
        }
    }

    private void listen() {
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                output.add(line);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
