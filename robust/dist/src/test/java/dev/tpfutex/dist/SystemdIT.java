package dev.tpfutex.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tpfutex.api.LockSpace;
import dev.tpfutex.core.TpFutex;
import dev.tpfutex.robust.TpFutexProvider;
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
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The daemon under a real systemd, in the machine's own namespaces: from its package if that has just been built, else
 * from the classes.
 */
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SystemdIT {

    private static final String SERVICE = "tpfutexd.service";
    private static final String SOCKET = "tpfutexd.socket";
    private static final String SPACE = "/dev/shm/orders.tpf";
    private static final String CONFIGURATION = "/etc/tpfutexd/tpfutexd.conf";
    private static final String STRANGER = "stranger";

    private static final String PROPERTIES =
            "ActiveState,StatusText,MainPID,NRestarts,Result,ExecMainStatus,WatchdogTimestampMonotonic";

    private static final List<Class<?>> ONE_OF_EACH_MODULE = List.of(
            LockSpace.class, SpaceFile.class, TpFutex.class, TpFutexProvider.class, LockClient.class);

    @TempDir
    static Path install;

    private static Machine machine;

    private final List<Client> clients = new ArrayList<>();

    @BeforeAll
    static void boot() throws Exception {
        Machine.assumePossible();
        copy(Path.of("src/main/dist"), install.resolve("dist"));
        copy(Path.of(SystemdIT.class.getResource("install.sh").toURI()), install.resolve("install.sh"));
        if (isPackaged()) {
            copy(Path.of(System.getProperty("tpfutex.deb")).toRealPath(), install.resolve("tpfutex.deb"));
        }
        machine = new Machine(install, classes());
    }

    @AfterAll
    static void halt() throws IOException {
        if (machine != null) {
            machine.close();
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

    // ---- tests ---------------------------------------------------------------------------------

    @Test
    @DisplayName("It starts, says when it is ready, runs as a user of its own, and serves a stranger's space")
    void itStarts() {
        machine.run("systemctl", "start", SERVICE);
        Map<String, String> state = state();
        assertThat(state).containsEntry("ActiveState", "active").containsEntry("StatusText", "serves 0 spaces");
        assertThat(machine.run("stat", "-c", "%U:%G", "/proc/" + daemon())).isEqualTo("tpfutexd:tpfutex");
        Client client = client("rw-rw----", "tpfutex");
        awaitDaemonServes(client);
        assertThat(state()).containsEntry("StatusText", "serves 1 spaces");
    }

    @Test
    @DisplayName("It refuses a space that it may not open, and says why; its user serves himself")
    void itRefusesWhatItMayNotOpen() {
        machine.run("systemctl", "start", SERVICE);
        Client client = client("rw-------", STRANGER);
        client.awaitOutput("permission denied");
        awaitServedBy(client, client.pid());
    }

    @Test
    @DisplayName("C26: killed, it is restarted; nobody who holds or waits notices")
    void killedItIsRestarted() {
        machine.run("systemctl", "start", SERVICE);
        Client owner = client("rw-rw----", "tpfutex");
        Client waiter = client("rw-rw----", "tpfutex");
        awaitDaemonServes(owner);
        queueUp(owner, waiter);
        int before = daemon();
        machine.run("kill", "-KILL", String.valueOf(before));
        awaitRestart(before, 1);
        awaitDaemonServes(owner);
        drainQueue(owner, waiter);
    }

    @Test
    @DisplayName("C26: killed while a lock is released at once: the waiters are served before it is back")
    void waitersDoNotWaitForTheRestart() {
        machine.run("systemctl", "start", SERVICE);
        Client owner = client("rw-rw----", "tpfutex");
        Client waiter = client("rw-rw----", "tpfutex");
        awaitDaemonServes(owner);
        for (int round = 1; round <= 6; round++) {
            queueUp(owner, waiter);
            int before = daemon();
            machine.run("kill", "-KILL", String.valueOf(before));
            drainQueue(owner, waiter);
            // More often in ten seconds than systemd would put up with by default.
            awaitRestart(before, round);
            awaitDaemonServes(owner);
        }
    }

    @Test
    @DisplayName("Stopped by SIGSTOP, it is killed by the watchdog and restarted; the waiters are served meanwhile")
    void theWatchdogKillsAStoppedDaemon() {
        machine.run("systemctl", "start", SERVICE);
        Client owner = client("rw-rw----", "tpfutex");
        Client waiter = client("rw-rw----", "tpfutex");
        awaitDaemonServes(owner);
        queueUp(owner, waiter);
        int before = daemon();
        machine.run("kill", "-STOP", String.valueOf(before));
        drainQueue(owner, waiter);
        awaitRestart(before, 1);
        awaitDaemonServes(owner);
    }

    @Test
    @DisplayName("Fed by the duty cycle, the watchdog lets an idle daemon with spaces be")
    void theWatchdogIsFed() {
        machine.run("systemctl", "start", SERVICE);
        Client client = client("rw-rw----", "tpfutex");
        awaitDaemonServes(client);
        String first = state().get("WatchdogTimestampMonotonic");
        Await.until("the watchdog has been fed for longer than it waits", () -> {
            long micros = Long.parseLong(state().get("WatchdogTimestampMonotonic")) - Long.parseLong(first);
            return micros > 4_000_000;
        });
        assertThat(state()).containsEntry("NRestarts", "0").containsEntry("ActiveState", "active");
    }

    @Test
    @DisplayName("Stopped in order, it has ended with success, and the clients serve themselves")
    void itStops() {
        machine.run("systemctl", "start", SERVICE);
        Client owner = client("rw-rw----", "tpfutex");
        Client waiter = client("rw-rw----", "tpfutex");
        awaitDaemonServes(owner);
        queueUp(owner, waiter);
        machine.run("systemctl", "stop", SERVICE, SOCKET);
        assertThat(state())
                .containsEntry("ActiveState", "inactive")
                .containsEntry("Result", "success")
                .containsEntry("ExecMainStatus", "0");
        assertThat(machine.exists("/run/tpfutexd/tpfutexd.sock")).isFalse();
        drainQueue(owner, waiter);
    }

    @Test
    @DisplayName("Reloaded, it serves what its configuration names; an error in it changes nothing")
    void itReloads() {
        client("rw-rw----", "tpfutex");
        machine.run("systemctl", "start", SERVICE);
        int before = daemon();
        machine.write(CONFIGURATION, "space = " + SPACE + "\n");
        machine.run("systemctl", "reload", SERVICE);
        Await.until("it serves", () -> "serves 1 spaces".equals(state().get("StatusText")));
        machine.write(CONFIGURATION, "nonsense\n");
        machine.run("systemctl", "reload", SERVICE);
        Await.until("it complains", () -> state().get("StatusText").contains("line 1: expected key = value"));
        assertThat(state()).containsEntry("ActiveState", "active").containsEntry("NRestarts", "0");
        assertThat(daemon()).isEqualTo(before);
    }

    @Test
    @DisplayName("Started with a wrong configuration, it fails for good, and says which line")
    void aWrongConfigurationIsNotTriedAgain() {
        machine.write(CONFIGURATION, "max-spaces = none\n");
        assertThat(machine.tryRun("systemctl", "start", SERVICE)).isNotZero();
        assertThat(state())
                .containsEntry("ActiveState", "failed")
                .containsEntry("ExecMainStatus", "2")
                .containsEntry("NRestarts", "0");
        Await.until("the journal tells which",
                () -> machine.run("journalctl", "--unit", SERVICE, "--boot").contains("line 1: expected a number"));
    }

    @Test
    @DisplayName("The first client that connects starts it, by the socket that systemd holds")
    void theFirstClientStartsIt() {
        machine.run("systemctl", "start", SOCKET);
        assertThat(state()).containsEntry("ActiveState", "inactive");
        Client client = client("rw-rw----", "tpfutex");
        awaitDaemonServes(client);
        assertThat(state()).containsEntry("ActiveState", "active");
        int before = daemon();
        machine.run("systemctl", "restart", SERVICE);
        assertThat(machine.exists("/run/tpfutexd/tpfutexd.sock")).isTrue();
        assertThat(daemon()).isNotEqualTo(before);
        awaitDaemonServes(client);
    }

    @Test
    @DisplayName("Behind its fences it sees other users' processes die: the next owner is told at once")
    void itSeesStrangersDie() {
        machine.run("systemctl", "start", SERVICE);
        Client owner = client("rw-rw----", "tpfutex");
        Client waiter = client("rw-rw----", "tpfutex");
        awaitDaemonServes(owner);
        assertThat(owner.tell("t lock book")).isEqualTo("ok");
        waiter.begin("a lock book");
        Await.until("it sleeps", () -> waiter.tell("look asleep a").equals("true"));
        owner.kill();
        assertThat(waiter.outcome("a lock book")).isEqualTo("owner died");
    }

    @Test
    @DisplayName("A user's own manager starts it by its socket as well, and it serves that user's spaces")
    void aUsersOwnDaemonServes() {
        machine.run("systemctl", "start", "users-manager.service");
        Client client = client("rw-------", STRANGER);
        Await.until("the user's daemon coordinates", () -> {
            String pid = client.tell("look coordinator " + SPACE);
            return !pid.equals("0") && !pid.equals(String.valueOf(client.pid()))
                    && machine.run("stat", "-c", "%U", "/proc/" + pid).equals(STRANGER);
        });
        assertThat(machine.exists("/run/user/stranger/tpfutexd/tpfutexd.sock")).isTrue();
        machine.run("systemctl", "stop", "users-manager.service");
        awaitServedBy(client, client.pid());
    }

    @Test
    @DisplayName("The units are sound in systemd's opinion")
    void theUnitsAreSound() {
        machine.run("systemd-analyze", "verify", "--man=no", SERVICE, SOCKET);
        machine.run("env", "XDG_RUNTIME_DIR=/run", "systemd-analyze", "verify", "--man=no", "--user", SERVICE, SOCKET);
        // In tenths: OPERATING.md names the exposure.
        machine.run("systemd-analyze", "security", "--no-pager", "--offline=true", "--threshold=10", SERVICE);
    }

    @Test
    @DisplayName("The package brings all it needs, is as small as promised, and can be removed and installed again")
    void thePackageIsComplete() {
        assumeTrue(isPackaged(), "there is no package: build with -Ppackage");
        machine.run("systemctl", "start", SERVICE);
        assertThat(machine.run("readlink", "/proc/" + daemon() + "/exe"))
                .isEqualTo("/usr/lib/tpfutex/runtime/bin/java");
        assertThat(machine.run("journalctl", "--unit", SERVICE, "--boot")).doesNotContain("[aot]", "[cds]");
        long kilobytes = Long.parseLong(machine.run("sh", "-c",
                "awk '/^VmRSS:/ { print $2 }' /proc/" + daemon() + "/status"));
        assertThat(kilobytes).as("resident memory in kB").isLessThanOrEqualTo(64 * 1024);
        assertThat(machine.exists("/usr/share/man/man8/tpfutexd.8.gz")).isTrue();
        Client client = client("rw-rw----", "tpfutex");
        awaitDaemonServes(client);
        machine.run("dpkg", "--purge", "tpfutex");
        awaitServedBy(client, client.pid());
        assertThat(machine.exists("/usr/lib/tpfutex")).isFalse();
        machine.run("sh", "-c", "dpkg --install /opt/tpfutex-test/install/*.deb");
        awaitDaemonServes(client);
        System.out.println(kilobytes + " kB resident; from start to ready: " + readyMillis() + " ms");
    }

    @Test
    @DisplayName("An upgrade restarts it while locks are held and waited for, and nobody notices")
    void thePackageIsUpgraded() {
        assumeTrue(isPackaged(), "there is no package: build with -Ppackage");
        machine.run("systemctl", "start", SERVICE);
        Client owner = client("rw-rw----", "tpfutex");
        Client waiter = client("rw-rw----", "tpfutex");
        awaitDaemonServes(owner);
        queueUp(owner, waiter);
        int before = daemon();
        machine.run("sh", "-c", "dpkg --install /opt/tpfutex-test/install/*.deb");
        assertThat(daemon()).isNotEqualTo(before);
        awaitDaemonServes(owner);
        drainQueue(owner, waiter);
    }

    @Test
    @DisplayName("C24: tpfutexctl answers who holds a lock in one command, without the daemon's help")
    void whoHoldsIt() {
        assumeTrue(machine.exists("/usr/bin/tpfutexctl"), "there is no package with tpfutexctl: build with -Ppackage");
        Client owner = client("rw-rw----", "tpfutex");
        assertThat(owner.tell("t lock book")).isEqualTo("ok");
        assertThat(state()).containsEntry("ActiveState", "inactive");
        assertThat(machine.run("tpfutexctl", "show", SPACE, "book")).contains(String.valueOf(owner.pid()), "client t");
        assertThat(machine.run("gzip", "-dc", "/usr/share/man/man1/tpfutexctl.1.gz")).contains(".SS show", ".SS exec");
        assertThat(machine.run("bash", "-c",
                ". /usr/share/bash-completion/completions/tpfutexctl; complete -p tpfutexctl"))
                .contains("tpfutexctl");
    }

    @Test
    @DisplayName("Lock files in /tmp and /var/tmp are kept from being cleaned by age")
    void lockFilesAreNotCleaned() {
        for (String directory : List.of("/tmp", "/var/tmp")) {
            machine.write(directory + "/orders.tpf", "");
            machine.write(directory + "/app/orders.tpf", "");
            machine.write(directory + "/other", "");
        }
        machine.write("/etc/tmpfiles.d/age.conf", "q /tmp 1777 root root 0\nq /var/tmp 1777 root root 0\n");
        machine.run("systemd-tmpfiles", "--clean", "/etc/tmpfiles.d/age.conf", "/usr/lib/tmpfiles.d/tpfutexd.conf");
        for (String directory : List.of("/tmp", "/var/tmp")) {
            assertThat(machine.exists(directory + "/other")).isFalse();
            assertThat(machine.exists(directory + "/orders.tpf")).isTrue();
            assertThat(machine.exists(directory + "/app/orders.tpf")).isTrue();
        }
    }

    // ---- what they do --------------------------------------------------------------------------

    private Client client(String permissions, String group) {
        Client client = new Client(machine, List.of(
                "env", "XDG_RUNTIME_DIR=/run/user/stranger",
                "setpriv", "--reuid", STRANGER, "--regid", STRANGER, "--init-groups", "--",
                "/opt/tpfutex-test/jdk/bin/java", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx64m",
                "--enable-native-access=ALL-UNNAMED", "-cp", classPath(), LockClient.class.getName(),
                SPACE, permissions, group));
        clients.add(client);
        return client;
    }

    private static Map<String, String> state() {
        return machine.run("systemctl", "show", SERVICE, "--property", PROPERTIES).lines()
                .map(line -> line.split("=", 2))
                .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1], (one, other) -> one + "\n" + other));
    }

    private static boolean isPackaged() {
        return System.getProperty("tpfutex.deb") != null;
    }

    private static long readyMillis() {
        String[] times = machine.run("systemctl", "show", SERVICE, "--value", "--property",
                "ExecMainStartTimestampMonotonic,ActiveEnterTimestampMonotonic").split("\\s+");
        return Math.abs(Long.parseLong(times[1]) - Long.parseLong(times[0])) / 1000;
    }

    private static int daemon() {
        return Integer.parseInt(state().get("MainPID"));
    }

    private static void awaitDaemonServes(Client client) {
        Await.until("the daemon coordinates", () -> {
            int daemon = daemon();
            return daemon != 0 && client.tell("look coordinator " + SPACE).equals(String.valueOf(daemon));
        });
    }

    private static void awaitServedBy(Client client, int pid) {
        Await.until(pid + " coordinates", () -> client.tell("look coordinator " + SPACE).equals(String.valueOf(pid)));
    }

    private static void awaitRestart(int before, int restarts) {
        Await.until("it is restarted", () -> {
            Map<String, String> state = state();
            return state.get("ActiveState").equals("active")
                    && state.get("NRestarts").equals(String.valueOf(restarts))
                    && !state.get("MainPID").equals(String.valueOf(before));
        });
    }

    private static final List<String> WAITING = List.of("a lock book", "b lock book", "c lock book");

    /** One holds the lock, three threads wait. */
    private static void queueUp(Client owner, Client waiter) {
        assertThat(owner.tell("t lock book")).isEqualTo("ok");
        WAITING.forEach(waiter::begin);
        Await.until("they sleep", () -> waiter.tell("look asleep abc").equals("true"));
    }

    private static void drainQueue(Client owner, Client waiter) {
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
