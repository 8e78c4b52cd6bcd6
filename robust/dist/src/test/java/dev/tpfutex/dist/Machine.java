package dev.tpfutex.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tpfutex.robust.peer.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A real systemd, booted on a copy-on-write view of this machine, in namespaces of its own: it sees and changes nothing
 * of the host's processes, files in use, /tmp, /run, /dev/shm, network or control groups. It ends with this object, or
 * with this JVM.
 */
final class Machine implements AutoCloseable {

    private static final String SYSTEMD = "/usr/lib/systemd/systemd";
    private static final List<String> NAMESPACES =
            List.of("unshare", "--mount", "--pid", "--uts", "--ipc", "--net", "--cgroup", "--fork", "--kill-child");
    /** Becomes what follows, in the control group; and ends it when its input ends, which is with this JVM at the latest. */
    private static final String LEASH = "echo $$ > \"$0/cgroup.procs\" && exec 3<&0 &&"
            + " { (read -r end <&3; kill -KILL $$) & } && exec \"$@\" 3<&- </dev/null";
    private static final String PROBE =
            "d=$(mktemp -d) && mount -t tmpfs tmpfs $d && mkdir $d/u $d/w $d/r && "
                    + "mount -t overlay -o lowerdir=/,upperdir=$d/u,workdir=$d/w overlay $d/r; e=$?; "
                    + "umount $d/r $d; rmdir $d; exit $e";

    private final Path work;
    private final Cgroup cgroup;
    private final Process unshare;
    private final long init;

    /** Ends the test, as skipped, where no systemd can be booted. */
    static void assumePossible() {
        assumeTrue("root".equals(System.getProperty("user.name")), "only root can boot systemd in namespaces");
        assumeTrue(Files.isExecutable(Path.of(SYSTEMD)), "there is no " + SYSTEMD);
        for (String tool : List.of("unshare", "nsenter", "setpriv", "pivot_root", "systemctl", "systemd-sysusers")) {
            assumeTrue(exitCode("sh", "-c", "command -v " + tool) == 0, "there is no " + tool);
        }
        List<String> probe = new ArrayList<>(NAMESPACES);
        probe.addAll(List.of("sh", "-c", PROBE));
        assumeTrue(exitCode(probe.toArray(String[]::new)) == 0,
                "no namespaces or no overlay file system can be had here: " + String.join(" ", probe));
    }

    /**
     * Boots.
     *
     * @param install a folder with a script {@code install.sh}, which is run before systemd is
     * @param classes folders and jars that clients need
     */
    Machine(Path install, List<Path> classes) throws IOException {
        work = Files.createTempDirectory("tpfutex-machine-");
        cgroup = Cgroup.create();
        Path script = work.resolveSibling(work.getFileName() + ".sh");
        Files.writeString(script, resource("boot.sh"));
        List<String> command = new ArrayList<>(List.of("sh", "-c", LEASH, cgroup.directory().toString()));
        command.addAll(NAMESPACES);
        command.addAll(List.of("bash", script.toString(), work.toString(), install.toString(),
                System.getProperty("java.home")));
        classes.forEach(path -> command.add(path.toString()));
        Path log = log();
        unshare = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
        try {
            Await.until("there is a process 1", () -> alive() && findInit().isPresent());
            init = findInit().orElseThrow().pid();
            Await.until("systemd has booted", () -> alive()
                    && command(init).equals("systemd")
                    && tryRun("systemctl", "is-active", "--quiet", "basic.target") == 0);
        } catch (AssertionError e) {
            unshare.destroyForcibly();
            throw e;
        } finally {
            Files.delete(script);
        }
    }

    private boolean alive() throws IOException {
        if (!unshare.isAlive()) {
            throw new AssertionError("systemd did not boot:\n" + Files.readString(log()));
        }
        return true;
    }

    private Optional<ProcessHandle> findInit() {
        return unshare.children().filter(Machine::isFirstOfNamespace).findFirst();
    }

    private static boolean isFirstOfNamespace(ProcessHandle process) {
        try (Stream<String> lines = Files.lines(Path.of("/proc/" + process.pid() + "/status"))) {
            return lines.anyMatch(line -> line.matches("NSpid:.*\\s.+\\s1"));
        } catch (IOException | UncheckedIOException ended) {
            return false;
        }
    }

    /** What systemd and the installation have said. */
    Path log() {
        return work.resolveSibling(work.getFileName() + ".log");
    }

    private static String command(long pid) throws IOException {
        return Files.readString(Path.of("/proc/" + pid + "/comm")).strip();
    }

    private static String resource(String name) throws IOException {
        try (var stream = Machine.class.getResourceAsStream(name)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    // ---- commands ------------------------------------------------------------------------------

    /** Starts a command in the machine, as root. */
    Process start(List<String> command) {
        return start(command, ProcessBuilder.Redirect.PIPE);
    }

    private Process start(List<String> command, ProcessBuilder.Redirect output) {
        List<String> entering = new ArrayList<>(List.of("nsenter", "--target", String.valueOf(init), "--all", "--"));
        entering.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(entering).redirectErrorStream(true).redirectOutput(output);
        builder.environment().keySet().removeIf(name -> !name.equals("PATH"));
        try {
            return builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs a command in the machine, which must succeed; what it says. */
    String run(String... command) {
        StringBuilder said = new StringBuilder();
        if (run(said, command) != 0) {
            StringBuilder journal = new StringBuilder();
            run(journal, "journalctl", "--no-pager", "--lines=30");
            throw new AssertionError(String.join(" ", command) + " fails: " + said + "\nThe journal:\n" + journal);
        }
        return said.toString().strip();
    }

    private int run(StringBuilder said, String... command) {
        Process process = start(List.of(command));
        try {
            process.getOutputStream().close();
            said.append(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            return process.waitFor();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Runs a command in the machine; its exit code. */
    int tryRun(String... command) {
        return await(start(List.of(command), ProcessBuilder.Redirect.DISCARD));
    }

    private static int exitCode(String... command) {
        try {
            return await(new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start());
        } catch (IOException noSuchCommand) {
            return -1;
        }
    }

    private static int await(Process process) {
        try {
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("does not end: " + process.info().commandLine());
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    // ---- files ---------------------------------------------------------------------------------

    /** Writes a file of the machine. */
    void write(String path, String text) {
        try {
            Path file = Path.of("/proc/" + init + "/root" + path);
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean exists(String path) {
        return Files.exists(Path.of("/proc/" + init + "/root" + path));
    }

    /** Ends everything in the machine. */
    @Override
    public void close() throws IOException {
        // The kernel kills all others in the namespace with their process 1.
        unshare.getOutputStream().close();
        await(unshare);
        cgroup.close();
        try (Stream<Path> left = Files.list(work)) {
            assertThat(left).as("all was in memory").isEmpty();
        }
        Files.delete(work);
        Files.deleteIfExists(log());
    }
}
