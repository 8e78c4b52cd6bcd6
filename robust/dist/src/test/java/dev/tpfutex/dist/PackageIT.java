package dev.tpfutex.dist;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** What is in the package, and what becomes of it: only where it has just been built, with -Ppackage. */
@EnabledIfSystemProperty(named = "tpfutex.deb", matches = ".+",
        disabledReason = "there is no package: build with -Ppackage")
class PackageIT extends BootedTest {

    private static final String NETWORK = "/run/systemd/system/tpfutexd.service.d/network.conf";

    @Test
    @DisplayName("The package brings all it needs, is as small as promised, and can be removed and installed again")
    void thePackageIsComplete() {
        start();
        assertThat(machine.run("readlink", "/proc/" + daemon() + "/exe"))
                .isEqualTo("/usr/lib/tpfutex/runtime/bin/java");
        assertThat(machine.run("journalctl", "--unit", SERVICE, "--boot")).doesNotContain("[aot]", "[cds]");
        long kilobytes = Long.parseLong(machine.run("sh", "-c",
                "awk '/^VmRSS:/ { print $2 }' /proc/" + daemon() + "/status"));
        assertThat(kilobytes).as("resident memory in kB").isLessThanOrEqualTo(64 * 1024);
        assertThat(machine.exists("/usr/share/man/man8/tpfutexd.8.gz")).isTrue();
        Client client = servedClient();
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
        start();
        Client owner = servedClient();
        Client waiter = client();
        queueUp(owner, waiter);
        int before = daemon();
        machine.run("sh", "-c", "dpkg --install /opt/tpfutex-test/install/*.deb");
        assertThat(daemon()).isNotEqualTo(before);
        awaitDaemonServes(owner);
        drainQueue(owner, waiter);
    }

    @Test
    @DisplayName("With a network and a port, the package answers to Prometheus")
    void thePackageHasMetrics() {
        machine.write(NETWORK, """
                [Service]
                PrivateNetwork=no
                RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6
                IPAddressAllow=localhost
                """);
        machine.run("systemctl", "daemon-reload");
        try {
            machine.write(CONFIGURATION, "metrics = 9464\n");
            start();
            Client client = client();
            assertThat(client.tell("t lock book")).isEqualTo("ok");
            awaitDaemonServes(client);
            assertThat(machine.run("bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/9464 &&"
                    + " printf 'GET /metrics HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n' >&3 &&"
                    + " timeout 20 cat <&3"))
                    .contains("tpfutexd_spaces 1", "tpfutex_owners_total{lock=\"book\"");
        } finally {
            machine.run("rm", NETWORK);
            machine.run("systemctl", "daemon-reload");
        }
    }

    @Test
    @DisplayName("C24: tpfutexctl answers who holds a lock in one command, without the daemon's help")
    void whoHoldsIt() {
        Client owner = client();
        assertThat(owner.tell("t lock book")).isEqualTo("ok");
        assertThat(state()).containsEntry("ActiveState", "inactive");
        assertThat(machine.run("tpfutexctl", "show", SPACE, "book")).contains(String.valueOf(owner.pid()), "client t");
        assertThat(machine.run("gzip", "-dc", "/usr/share/man/man1/tpfutexctl.1.gz")).contains(".SS show", ".SS exec");
        assertThat(machine.run("bash", "-c",
                ". /usr/share/bash-completion/completions/tpfutexctl; complete -p tpfutexctl"))
                .contains("tpfutexctl");
    }

    private static long readyMillis() {
        String[] times = machine.run("systemctl", "show", SERVICE, "--value", "--property",
                "ExecMainStartTimestampMonotonic,ActiveEnterTimestampMonotonic").split("\\s+");
        return Math.abs(Long.parseLong(times[1]) - Long.parseLong(times[0])) / 1000;
    }
}
