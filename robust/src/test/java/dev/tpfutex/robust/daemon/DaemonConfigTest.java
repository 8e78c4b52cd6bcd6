package dev.tpfutex.robust.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the daemon reads: its configuration, and what a service manager puts into its environment. */
class DaemonConfigTest {

    private static final int PID = 4711;

    @TempDir
    Path directory;

    private DaemonConfig read(String text) throws IOException {
        return DaemonConfig.read(Files.writeString(directory.resolve("tpfutexd.conf"), text));
    }

    @Test
    void whatIsNotSaidIsAsByDefault() throws IOException {
        assertThat(read("\n  # nothing\n")).isEqualTo(DaemonConfig.DEFAULTS);
    }

    @Test
    void everySettingIsTaken() throws IOException {
        DaemonConfig config = read("""
                socket = /run/s.sock
                space = /dev/shm/a = b.tpf
                space=/dev/shm/../shm/c.tpf
                max-spaces = 7
                  max-clients = 8
                max-spaces-per-user = 3
                max-clients-per-user = 4
                socket-mode = 0660
                socket-group = tpfutex
                """);
        assertThat(config.socket()).isEqualTo(Optional.of(Path.of("/run/s.sock")));
        assertThat(config.spaces()).containsExactlyInAnyOrder(
                Path.of("/dev/shm/a = b.tpf"), Path.of("/dev/shm/c.tpf"));
        assertThat(config.limits()).isEqualTo(new DaemonLimits(7, 8, 3, 4));
        assertThat(config.access()).isEqualTo(new ListeningSocket.Access(
                Optional.of(PosixFilePermissions.fromString("rw-rw----")), Optional.of("tpfutex")));
    }

    @Test
    void oneUserMayHaveHalfOfIt() throws IOException {
        assertThat(read("max-spaces = 7\nmax-clients = 1").limits()).isEqualTo(new DaemonLimits(7, 1, 4, 1));
    }

    @ParameterizedTest
    @CsvSource({
        "max-spaces,                expected key = value",
        "max-spaces = 0,            a number from 1 on",
        "max-clients = many,        a number from 1 on",
        "space = orders.tpf,        not an absolute path",
        "socket-mode = 66,          a mode such as 0660",
        "socket-mode = 0669,        a mode such as 0660",
        "colour = green,            no setting colour",
        "socket = /a\\nsocket = /b, twice",
    })
    void errorsNameTheLine(String text, String error) {
        String lines = "# first\n" + text.replace("\\n", "\n");
        assertThatThrownBy(() -> read(lines))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("tpfutexd.conf, line " + lines.lines().count() + ": ", error);
    }

    @ParameterizedTest
    @CsvSource({
        "4711, 1, tpfutexd.socket,              3",
        "4711, 1, ,                             3",
        "4711, 2, metrics.socket:tpfutexd.socket, 4",
        "4711, 1, metrics.socket:tpfutexd.socket, 3",
        "4711, 2, unknown:unknown,              3",
        "4712, 1, tpfutexd.socket,              -1",
        "4711, 0, ,                             -1",
        "4711, x, ,                             -1",
        ",     1, ,                             -1",
    })
    void aSocketIsFound(String pid, String count, String names, int descriptor) {
        Map<String, String> environment = new HashMap<>();
        environment.put("LISTEN_PID", pid);
        environment.put("LISTEN_FDS", count);
        if (names != null) {
            environment.put("LISTEN_FDNAMES", names);
        }
        assertThat(InheritedSocket.find(environment, PID)).isEqualTo(descriptor);
    }

    @ParameterizedTest
    @CsvSource({
        "/run/n, 3000,      4711, 3000000",
        "/run/n, 3000,      ,     3000000",
        "/run/n, 3000,      1,    0",
        "/run/n, ,          4711, 0",
        "/run/n, soon,      4711, 0",
        "/run/n, 9223372036854775807, 4711, 0",
        ",       3000,      4711, 0",
    })
    void theWatchdogsTimeIsRead(String socket, String micros, String pid, long nanos) {
        Map<String, String> environment = new HashMap<>();
        Map.of("NOTIFY_SOCKET", Optional.ofNullable(socket), "WATCHDOG_USEC", Optional.ofNullable(micros),
                "WATCHDOG_PID", Optional.ofNullable(pid))
                .forEach((name, value) -> value.ifPresent(text -> environment.put(name, text)));
        assertThat(new ServiceManager(environment, PID).watchdogNanos()).isEqualTo(nanos);
    }
}
