package dev.tpfutex.robust.peer;

import dev.tpfutex.robust.daemon.TpFutexDaemon;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A {@code tpfutexd} of the test's own. */
public final class DaemonJvm implements AutoCloseable {

    private static final String NOBODY = "65534";

    private final PeerJvm jvm;

    private DaemonJvm(PeerJvm jvm) {
        this.jvm = jvm;
    }

    private static DaemonJvm listening(List<String> command) {
        DaemonJvm daemon = new DaemonJvm(PeerJvm.start(command));
        daemon.awaitOutput("listening on");
        return daemon;
    }

    /** Starts one, and returns when it listens. */
    public static DaemonJvm start(Path socket, Path... spaces) {
        return listening(arguments(JvmCommand.of(TpFutexDaemon.class), socket, spaces));
    }

    /** Starts one as a user who may read nothing of ours but copies of the classes, made in {@code directory}. */
    public static DaemonJvm startAsNobody(Path directory, Path socket) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                "setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups", "--inh-caps=-all"));
        command.addAll(JvmCommand.ofClassesIn(copyClasses(directory), TpFutexDaemon.class));
        return listening(arguments(command, socket));
    }

    /** Starts one with other arguments and more variables in its environment, {@code NAME=VALUE}. */
    public static DaemonJvm startWith(List<String> environment, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of("env"));
        command.addAll(environment);
        command.addAll(JvmCommand.of(TpFutexDaemon.class));
        command.addAll(arguments);
        return listening(command);
    }

    /** Starts one and does not wait for anything. */
    public static DaemonJvm startUnready(List<String> arguments) {
        List<String> command = new ArrayList<>(JvmCommand.of(TpFutexDaemon.class));
        command.addAll(arguments);
        return new DaemonJvm(PeerJvm.start(command));
    }

    /** Has a program of systemd listen on a socket, which becomes a daemon when somebody connects. */
    public static DaemonJvm startActivated(Path activate, Path socket) {
        List<String> command = new ArrayList<>(List.of(activate.toString(), "-l", socket.toString()));
        command.addAll(JvmCommand.of(TpFutexDaemon.class));
        return new DaemonJvm(PeerJvm.start(command));
    }

    /** The command of one whose port calls can have traps. */
    static List<String> hooked(Path socket, Path space, String... jvmOptions) {
        return arguments(JvmCommand.hooked(TpFutexDaemon.class, jvmOptions), socket, space);
    }

    public long pid() {
        return jvm.pid();
    }

    public boolean isAlive() {
        return jvm.isAlive();
    }

    /** Ends it by SIGKILL. */
    public void kill() {
        jvm.kill();
    }

    /** Sends it a signal by its name. */
    public void signal(String name) {
        PeerJvm.signal(name, pid());
    }

    /** Waits until it has ended; its exit code. */
    public int awaitEnd() {
        return jvm.awaitEnd();
    }

    /** Waits until it has printed something. */
    public void awaitOutput(String part) {
        jvm.awaitOutput(part);
    }

    /** Stops all its threads by SIGSTOP. */
    public void stop() {
        jvm.stop();
    }

    /** Lets it go on by SIGCONT. */
    public void cont() {
        jvm.cont();
    }

    @Override
    public void close() {
        jvm.close();
    }

    private static List<String> arguments(List<String> command, Path socket, Path... spaces) {
        List<String> all = new ArrayList<>(command);
        all.addAll(List.of("--socket", socket.toString()));
        for (Path space : spaces) {
            all.addAll(List.of("--space", space.toString()));
        }
        return all;
    }

    static List<Path> copyClasses(Path directory) throws IOException {
        List<Path> copies = new ArrayList<>();
        for (Path from : JvmCommand.classFolders().toList()) {
            Path to = directory.resolve("classes" + copies.size() + (Files.isDirectory(from) ? "" : ".jar"));
            copyTree(from, to);
            copies.add(to);
        }
        return copies;
    }

    private static void copyTree(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }
}
