package dev.tpfutex.robust.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** What a scripted JVM will say to a command, and when it said it. */
public final class Answer {

    private final PeerJvm peer;
    private final String command;
    private final CompletableFuture<String> text = new CompletableFuture<>();
    private volatile long arrived;

    Answer(PeerJvm peer, String command) {
        this.peer = peer;
        this.command = command;
    }

    void arrive(String answer) {
        arrived = System.nanoTime();
        text.complete(answer);
    }

    void fail(String why) {
        text.completeExceptionally(new AssertionError(why + " before it answered to " + command));
    }

    /** Who is asked. */
    public PeerJvm peer() {
        return peer;
    }

    /** The text, waited for. */
    public String text() {
        return text(Await.WATCHDOG);
    }

    /** The text, waited for longer than usual. */
    public String text(Duration watchdog) {
        try {
            return text.get(watchdog.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError(peer + " does not answer to " + command + "\n" + peer.threadDump());
        } catch (ExecutionException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Waits for the text and checks its beginning. */
    public Answer is(String beginning) {
        assertThat(text()).as("%s says to %s", peer, command).startsWith(beginning);
        return this;
    }

    /** Whether it is still being waited for. */
    public boolean isPending() {
        return !text.isDone();
    }

    /** Whether the process has ended without an answer. */
    public boolean hasFailed() {
        return text.isCompletedExceptionally();
    }

    /** How long after {@code start}, a {@link System#nanoTime}, it was there. */
    public Duration after(long start) {
        text();
        return Duration.ofNanos(arrived - start);
    }
}
