package dev.tpfutex.dist;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.robust.peer.Await;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The daemon under a real systemd: how it starts, stops, is killed, watched and reloaded. */
class SystemdIT extends BootedTest {

    @Test
    @DisplayName("It starts, says when it is ready, runs as a user of its own, and serves a stranger's space")
    void itStarts() {
        start();
        Map<String, String> state = state();
        assertThat(state).containsEntry("ActiveState", "active").containsEntry("StatusText", "serves 0 spaces");
        assertThat(machine.run("stat", "-c", "%U:%G", "/proc/" + daemon())).isEqualTo("tpfutexd:tpfutex");
        Client client = servedClient();
        assertThat(state()).containsEntry("StatusText", "serves 1 spaces");
    }

    @Test
    @DisplayName("It refuses a space that it may not open, and says why; its user serves himself")
    void itRefusesWhatItMayNotOpen() {
        start();
        Client client = client("rw-------", STRANGER);
        client.awaitOutput("permission denied");
        awaitServedBy(client, client.pid());
    }

    @Test
    @DisplayName("C26: killed, it is restarted; nobody who holds or waits notices")
    void killedItIsRestarted() {
        start();
        Client owner = servedClient();
        Client waiter = client();
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
        start();
        Client owner = servedClient();
        Client waiter = client();
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
        start();
        Client owner = servedClient();
        Client waiter = client();
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
        start();
        Client client = servedClient();
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
        start();
        Client owner = servedClient();
        Client waiter = client();
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
        client();
        start();
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
        Client client = servedClient();
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
        start();
        Client owner = servedClient();
        Client waiter = client();
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
}
