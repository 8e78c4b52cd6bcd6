package dev.tpfutex.dist;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.api.LockSpace;
import dev.tpfutex.core.TpFutex;
import dev.tpfutex.robust.TpFutexProvider;
import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.shm.SpaceFile;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests in a machine with a booted systemd, in namespaces of its own, on which the daemon is installed: from its package if
 * that has just been built, else from the classes.
 */
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class BootedTest {

    static final String SERVICE = "tpfutexd.service";
    static final String SOCKET = "tpfutexd.socket";
    static final String SPACE = "/dev/shm/orders.tpf";
    static final String CONFIGURATION = "/etc/tpfutexd/tpfutexd.conf";
    static final String STRANGER = "stranger";

    private static final String PROPERTIES =
            "ActiveState,StatusText,MainPID,NRestarts,Result,ExecMainStatus,WatchdogTimestampMonotonic";

    private static final List<Class<?>> ONE_OF_EACH_MODULE = List.of(
            LockSpace.class, SpaceFile.class, TpFutex.class, TpFutexProvider.class, LockClient.class);

    @TempDir
    static Path install;

    static Machine machine;

    private final List<Client> clients = new ArrayList<>();

    @BeforeAll
    static void boot() throws Exception {
        Machine.assumePossible();
        copy(Path.of("src/main/dist"), install.resolve("dist"));
        copy(Path.of(BootedTest.class.getResource("install.sh").toURI()), install.resolve("install.sh"));
        if (isPackaged()) {
            copy(Path.of(System.getProperty("tpfutex.deb")).toRealPath(), install.resolve("tpfutex.deb"));
        }
        machine = new Machine(install, classes());
    }

    @AfterAll
    static void halt() throws IOException {
        if (machine != null) {
            machine.close();
            machine = null;
        }
    }

    @BeforeEach
    void clear() {
        machine.run("systemctl", "stop", SERVICE, SOCKET);
        machine.run("systemctl", "reset-failed");
        machine.run("sh", "-c", "rm -rf /dev/shm/*");
        machine.write(CONFIGURATION, "# as by default\n");
    }

    @AfterEach
    void endClients() {
        clients.forEach(Client::close);
    }

    // ---- what they do --------------------------------------------------------------------------

    static void start() {
        machine.run("systemctl", "start", SERVICE);
    }

    /** A client whose space the daemon serves. */
    Client servedClient() {
        Client client = client();
        awaitDaemonServes(client);
        return client;
    }

    /** A client with a space that the daemon may serve. */
    Client client() {
        return client("rw-rw----", "tpfutex");
    }

    Client client(String permissions, String group) {
        Client client = new Client(machine, List.of(
                "env", "XDG_RUNTIME_DIR=/run/user/stranger",
                "setpriv", "--reuid", STRANGER, "--regid", STRANGER, "--init-groups", "--",
                "/opt/tpfutex-test/jdk/bin/java", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx64m",
                "--enable-native-access=ALL-UNNAMED", "-cp", classPath(), LockClient.class.getName(),
                SPACE, permissions, group));
        clients.add(client);
        return client;
    }

    static Map<String, String> state() {
        return machine.run("systemctl", "show", SERVICE, "--property", PROPERTIES).lines()
                .map(line -> line.split("=", 2))
                .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1], (one, other) -> one + "\n" + other));
    }

    static boolean isPackaged() {
        return System.getProperty("tpfutex.deb") != null;
    }

    static int daemon() {
        return Integer.parseInt(state().get("MainPID"));
    }

    static void awaitDaemonServes(Client client) {
        Await.until("the daemon coordinates", () -> {
            int daemon = daemon();
            return daemon != 0 && client.tell("look coordinator " + SPACE).equals(String.valueOf(daemon));
        });
    }

    static void awaitServedBy(Client client, int pid) {
        Await.until(pid + " coordinates", () -> client.tell("look coordinator " + SPACE).equals(String.valueOf(pid)));
    }

    static void awaitRestart(int before, int restarts) {
        Await.until("it is restarted", () -> {
            Map<String, String> state = state();
            return state.get("ActiveState").equals("active")
                    && state.get("NRestarts").equals(String.valueOf(restarts))
                    && !state.get("MainPID").equals(String.valueOf(before));
        });
    }

    private static final List<String> WAITING = List.of("a lock book", "b lock book", "c lock book");

    /** One holds the lock, three threads wait. */
    static void queueUp(Client owner, Client waiter) {
        assertThat(owner.tell("t lock book")).isEqualTo("ok");
        WAITING.forEach(waiter::begin);
        Await.until("they sleep", () -> waiter.tell("look asleep abc").equals("true"));
    }

    static void drainQueue(Client owner, Client waiter) {
        assertThat(WAITING).noneMatch(waiter::isDone);
        assertThat(owner.tell("t unlock book")).isEqualTo("ok");
        List<String> left = new ArrayList<>(WAITING);
        while (!left.isEmpty()) {
            Await.until("one of them gets it", () -> left.stream().anyMatch(waiter::isDone));
            String next = left.stream().filter(waiter::isDone).findFirst().orElseThrow();
            left.remove(next);
            assertThat(waiter.outcome(next)).isEqualTo("ok");
            assertThat(waiter.tell(next.charAt(0) + " unlock book")).isEqualTo("ok");
        }
    }

    // ---- files ---------------------------------------------------------------------------------

    private static List<Path> classes() throws URISyntaxException {
        List<Path> classes = new ArrayList<>();
        for (Class<?> type : ONE_OF_EACH_MODULE) {
            classes.add(Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()));
        }
        return classes;
    }

    private static String classPath() {
        return IntStream.range(0, ONE_OF_EACH_MODULE.size())
                .mapToObj(number -> "/opt/tpfutex-test/classes/" + number)
                .collect(Collectors.joining(":"));
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }
}
