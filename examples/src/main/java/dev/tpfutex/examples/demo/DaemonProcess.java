package dev.tpfutex.examples.demo;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * The daemon tpfutexd with a socket of its own, killed at random and started again a random time later. Between the
 * two the workers must help themselves.
 */
final class DaemonProcess implements Disturbance {

    private static final Duration END = Duration.ofSeconds(5);
    private static final int MAX_FOLDER = 80;

    private final Path folder;
    private final Path log;
    private final Schedule schedule;
    private final Random random;
    private final Duration longestPause;
    private final boolean shortLived;
    private Process process;
    private long restartAt;
    private int kills;
    private int hostKills;

    /**
     * Starts it.
     *
     * @param longestPause how long it stays dead at most
     * @param shortLived whether it is killed so often that its start counts
     */
    DaemonProcess(Path log, Duration killEvery, Duration longestPause, boolean shortLived, Random random)
            throws IOException {
        this.shortLived = shortLived;
        this.longestPause = longestPause;
        this.log = log;
        this.random = random;
        this.folder = newFolder();
        this.schedule = new Schedule(killEvery, random);
        start();
    }

    /** A Unix socket's path has at most 107 bytes, wherever the lock space is. */
    private static Path newFolder() throws IOException {
        Path folder = Files.createTempDirectory("tpfutex-demo");
        if (folder.toString().length() > MAX_FOLDER) {
            Files.delete(folder);
            return Files.createTempDirectory(Path.of("/tmp"), "tpfutex-demo");
        }
        return folder;
    }

    Path socket() {
        return folder.resolve("tpfutexd.sock");
    }

    private synchronized void start() throws IOException {
        process =
                new ProcessBuilder(
                        JvmCommand.of(DaemonHost.class, shortLived, List.of("--socket", socket().toString())))
                        .redirectErrorStream(true)
                        .redirectOutput(Redirect.appendTo(log.toFile()))
                        .start();
    }

    /**
     * Kills or starts it when it is time to.
     *
     * @throws DemoFailure if it has ended by itself
     */
    @Override
    public void tick(long now) throws IOException, InterruptedException {
        if (process == null) {
            if (now - restartAt >= 0) {
                start();
                schedule.advance(now);
            }
        } else if (!process.isAlive()) {
            throw DemoFailure.trouble("the daemon has ended by itself with exit code " + process.exitValue()
                    + ", see " + log);
        } else if (schedule.isDue(now)) {
            hostKills += CoordinatorThread.isIn(process.pid()) ? 1 : 0;
            process.destroyForcibly();
            process.waitFor();
            process = null;
            kills++;
            restartAt = now + (long) (random.nextDouble() * longestPause.toNanos());
        }
    }

    int kills() {
        return kills;
    }

    /** How many of them found it serving the space. */
    int hostKills() {
        return hostKills;
    }

    @Override
    public String summary() {
        return "daemonKills=" + kills;
    }

    /** Lets it end, and deletes its socket. */
    void stop() throws InterruptedException {
        if (process != null) {
            process.destroy();
            if (!process.waitFor(END.toMillis(), TimeUnit.MILLISECONDS)) {
                throw DemoFailure.hang("the daemon has not ended by SIGTERM within " + END.toSeconds() + " s");
            }
        }
    }

    /** Ends it whatever it does. */
    synchronized void destroy() throws IOException, InterruptedException {
        if (process != null) {
            process.destroyForcibly().waitFor();
        }
        Files.deleteIfExists(socket());
        Files.deleteIfExists(folder);
    }
}
