package dev.tpfutex.robust.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A scripted JVM: does what it is told, can be killed, stopped and continued, and is gone when closed. */
public final class PeerJvm implements AutoCloseable {

    private final Process process;
    private final boolean isJvm;
    private final PrintStream input;
    private final Map<String, Answer> pending = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<String> output = new ConcurrentLinkedQueue<>();
    /** Nothing more can come from it; said before the last look at what is pending. */
    private volatile boolean ended;
    private volatile long endedAt;
    private final AtomicInteger ids = new AtomicInteger();

    private PeerJvm(List<String> command, boolean isJvm) {
        this.isJvm = isJvm;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        input = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        Thread.ofPlatform().daemon().name("output of " + this).start(this::listen);
    }

    /** Starts the process of a command that obeys as {@link Peer} does, or only prints. */
    static PeerJvm start(List<String> command) {
        return new PeerJvm(command, true);
    }

    /** Starts a program that obeys as {@link Peer} does and is no JVM: it has no thread dumps. */
    static PeerJvm startForeign(List<String> command) {
        return new PeerJvm(command, false);
    }

    /** Starts one. It has no space open yet. */
    public static PeerJvm start(String... jvmOptions) {
        return new PeerJvm(JvmCommand.of(Peer.class, jvmOptions), true);
    }

    /** Starts one whose port calls can have traps. */
    public static PeerJvm startHooked(String... jvmOptions) {
        return new PeerJvm(JvmCommand.hooked(Peer.class, jvmOptions), true);
    }

    // ---- commands ------------------------------------------------------------------------------

    /** Gives a thread a command and does not wait for the answer. */
    public Answer begin(String thread, String command) {
        String id = "#" + ids.incrementAndGet();
        Answer answer = new Answer(this, thread + ": " + command);
        pending.put(id, answer);
        input.println(id + " " + thread + " " + command);
        if (ended) {
            failPending();
        }
        return answer;
    }

    /** Gives the thread {@code t} a command; its answer. */
    public String tell(String command) {
        return tell("t", command);
    }

    /** Gives a thread a command; its answer. */
    public String tell(String thread, String command) {
        return begin(thread, command).text();
    }

    /** Gives the thread {@code t} a command whose answer begins as expected. */
    public void expect(String command, String beginning) {
        begin("t", command).is(beginning);
    }

    /** Gives the thread that reads the commands one of its own. */
    public String control(String command) {
        return tell(Peer.MAIN, command);
    }

    /** Ends one of its threads, and waits until it has ended. */
    public void endThread(String thread) {
        begin(thread, "die").is("ok");
        begin(Peer.MAIN, "join " + thread).is("ok");
    }

    // ---- signals -------------------------------------------------------------------------------

    /** Ends it by SIGKILL and waits until it is gone, reaped too. */
    public void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    /** Stops all its threads by SIGSTOP. */
    public void stop() {
        signal("STOP");
        Await.until(this + " is stopped", () -> ProcessView.of(pid()).isStopped());
    }

    /** Lets it go on by SIGCONT. */
    public void cont() {
        sendCont();
        Await.until(this + " goes on", () -> !ProcessView.of(pid()).isStopped());
    }

    /** Lets it go on by SIGCONT, and does not wait for that. */
    public void sendCont() {
        signal("CONT");
    }

    /** Waits until it has ended; its exit code. */
    public int awaitEnd() {
        try {
            assertThat(process.waitFor(Await.WATCHDOG.toSeconds(), TimeUnit.SECONDS)).as("%s ended", this).isTrue();
            return process.exitValue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        kill();
    }

    /** Waits until it has printed something that is no answer, a log entry for example. */
    public void awaitOutput(String part) {
        Await.until(this + " prints " + part, () -> {
            boolean over = ended;
            boolean printed = output.stream().anyMatch(line -> line.contains(part));
            assertThat(printed || !over).as("%s ended, having said\n%s", this, String.join("\n", output)).isTrue();
            return printed;
        });
    }

    /** Lines with this part that it has printed and that are no answers. */
    public List<String> outputWith(String part) {
        return output.stream().filter(line -> line.contains(part)).toList();
    }

    /** When it was seen to be gone by {@link System#nanoTime}; empty while it lives. */
    public OptionalLong endedAt() {
        return ended ? OptionalLong.of(endedAt) : OptionalLong.empty();
    }

    /** What it has printed with this beginning, which is left out; nothing yet if it is still empty. */
    public List<String> printed(String beginning) {
        return output.stream()
                .filter(line -> line.startsWith(beginning))
                .map(line -> line.substring(beginning.length()))
                .toList();
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** What its threads are doing, and what else it has printed. */
    public String threadDump() {
        if (isJvm && process.isAlive() && !ProcessView.of(pid()).isStopped()) {
            int before = output.size();
            signal("QUIT");
            Await.until("thread dump of " + this, () -> output.stream().skip(before).anyMatch(
                    line -> line.contains("Heap")));
        }
        return String.join("\n", new ArrayList<>(output));
    }

    @Override
    public String toString() {
        return "peer " + process.pid();
    }

    private void signal(String name) {
        signal(name, pid());
    }

    /** Sends a process a signal by its name. */
    public static void signal(String name, long pid) {
        try {
            new ProcessBuilder("kill", "-" + name, String.valueOf(pid)).inheritIO().start().waitFor();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    // ---- answers -------------------------------------------------------------------------------

    private void listen() {
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                sort(line);
            }
        } catch (IOException e) {
            output.add(e.toString());
        }
        endedAt = System.nanoTime();
        ended = true;
        failPending();
    }

    private void sort(String line) {
        Answer answer = line.startsWith("#") ? pending.remove(line.substring(0, Math.max(line.indexOf(' '), 0))) : null;
        if (answer == null) {
            output.add(line);
        } else {
            answer.arrive(line.substring(line.indexOf(' ') + 1));
        }
    }

    private void failPending() {
        String said = output.isEmpty() ? "" : " saying\n" + String.join("\n", output) + "\n";
        pending.values().forEach(answer -> answer.fail(this + " ended" + said));
    }
}
