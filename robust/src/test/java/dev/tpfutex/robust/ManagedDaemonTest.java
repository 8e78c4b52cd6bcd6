package dev.tpfutex.robust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.DaemonJvm;
import dev.tpfutex.robust.peer.HeardSignals;
import dev.tpfutex.robust.peer.NotifySocket;
import dev.tpfutex.robust.peer.PeerJvm;
import dev.tpfutex.robust.peer.ProcessView;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The daemon under a service manager: what it tells it, its configuration, how it stops, and how quiet it is. */
@Watched
class ManagedDaemonTest {

    private static final int SIGHUP = 1;
    private static final long A_WHILE_NANOS = 600_000_000;

    @RegisterExtension
    final TestSpace space = new TestSpace();

    private Path socket() {
        return space.sibling("tpfutexd.sock");
    }

    private Path configuration(String... lines) throws IOException {
        return Files.write(space.sibling("tpfutexd.conf"), List.of(lines));
    }

    private NotifySocket manager() {
        return space.closeLater(new NotifySocket(space.sibling("notify").toString()));
    }

    private DaemonJvm start(NotifySocket manager, String... environment) {
        List<String> variables = new ArrayList<>(List.of(environment));
        variables.add("NOTIFY_SOCKET=" + manager.address());
        return space.closeLater(DaemonJvm.startWith(
                variables,
                List.of("--socket", socket().toString(), "--config", space.sibling("tpfutexd.conf").toString())));
    }

    private PeerJvm client() {
        PeerJvm peer = space.unopenedPeer();
        peer.begin("main", "open " + space.path() + " daemon=" + socket()).is("ok");
        return peer;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("It says when it is ready and when it stops; SIGTERM ends it with exit code 0")
    void itSaysWhenItIsReadyAndWhenItStops(boolean named) throws IOException {
        configuration();
        String path = space.sibling("notify").toString();
        NotifySocket manager = space.closeLater(new NotifySocket(named ? path : "@" + path));
        DaemonJvm daemon = start(manager);
        assertThat(manager.await("READY=1")).contains("\nSTATUS=serves 0 spaces");
        daemon.signal("TERM");
        manager.await("STOPPING=1");
        assertThat(daemon.awaitEnd()).isZero();
        assertThat(socket()).doesNotExist();
    }

    @Test
    @DisplayName("It serves what its configuration names, and has read it again when it says so")
    void itReadsItsConfigurationAgain() throws IOException {
        HeardSignals.assume(SIGHUP);
        PeerJvm aloof = space.peer();
        configuration();
        NotifySocket manager = manager();
        DaemonJvm daemon = start(manager);
        manager.await("READY=1");
        configuration("# orders", "space = " + space.path());
        daemon.signal("HUP");
        assertThat(manager.await("RELOADING=1")).containsPattern("\nMONOTONIC_USEC=[0-9]+$");
        assertThat(manager.await("READY=1")).contains("serves 1 spaces");
        Await.until("the daemon coordinates", () -> space.probe().coordinator() == daemon.pid());
        configuration();
        daemon.signal("HUP");
        manager.await("RELOADING=1");
        assertThat(manager.await("READY=1")).contains("serves 0 spaces");
        Await.until("the client coordinates", () -> space.probe().coordinator() == aloof.pid());
    }

    @Test
    @DisplayName("A configuration with an error in it changes nothing, and the manager is told")
    void anErrorInTheConfigurationChangesNothing() throws IOException {
        HeardSignals.assume(SIGHUP);
        space.peer();
        configuration("space = " + space.path());
        NotifySocket manager = manager();
        DaemonJvm daemon = start(manager);
        assertThat(manager.await("READY=1")).contains("serves 1 spaces");
        configuration("space = " + space.path(), "spaces = 3");
        daemon.signal("HUP");
        manager.await("RELOADING=1");
        assertThat(manager.await("READY=1"))
                .contains("serves 1 spaces", "configuration is that of before", "line 2", "no setting spaces");
        daemon.awaitOutput("line 2: there is no setting spaces");
    }

    @Test
    @DisplayName("A space of the configuration that is not there yet is served for good once a client has come")
    void aSpaceMayComeLater() throws IOException {
        configuration("space = " + space.path());
        NotifySocket manager = manager();
        DaemonJvm daemon = start(manager);
        manager.await("READY=1");
        PeerJvm client = client();
        manager.await("STATUS=serves 1 spaces");
        Await.until("the daemon coordinates", () -> space.probe().coordinator() == daemon.pid());
        client.kill();
        Await.until("the dead one is buried", () -> space.probe().processes() == 1);
        assertThat(space.probe().coordinator()).isEqualTo(daemon.pid());
    }

    @Test
    @DisplayName("Who comes when max-clients are connected is refused, and told why")
    void clientsAreLimited() throws IOException {
        configuration("max-clients = 1");
        NotifySocket manager = manager();
        start(manager);
        client();
        manager.await("STATUS=serves 1 spaces");
        client().awaitOutput("max-clients");
    }

    @Test
    @DisplayName("A space beyond max-spaces is refused, and its clients are told why")
    void spacesAreLimited() throws IOException {
        configuration("max-spaces = 1");
        NotifySocket manager = manager();
        start(manager);
        client();
        manager.await("STATUS=serves 1 spaces");
        PeerJvm other = space.unopenedPeer();
        other.begin("main", "open " + space.sibling("other.tpf") + " daemon=" + socket()).is("ok");
        other.awaitOutput("max-spaces");
    }

    @Test
    @DisplayName("The watchdog is fed while all spaces are attended to, and not while the daemon is stopped")
    void theWatchdogIsFed() throws IOException {
        space.peer();
        configuration("space = " + space.path());
        NotifySocket manager = manager();
        DaemonJvm daemon = start(manager, "WATCHDOG_USEC=200000");
        for (int i = 0; i < 5; i++) {
            manager.await("WATCHDOG=1");
        }
        daemon.stop();
        manager.rest();
        LockSupport.parkNanos(A_WHILE_NANOS);
        assertThat(manager.rest()).isEmpty();
        daemon.cont();
        manager.await("WATCHDOG=1");
    }

    @Test
    @DisplayName("A watchdog that is another's is not fed")
    void anothersWatchdogIsNotFed() throws IOException {
        configuration();
        NotifySocket manager = manager();
        start(manager, "WATCHDOG_USEC=1000", "WATCHDOG_PID=1");
        manager.await("READY=1");
        LockSupport.parkNanos(A_WHILE_NANOS);
        assertThat(manager.rest()).isEmpty();
    }

    @Test
    @DisplayName("While nothing happens in the spaces that it serves, none of its threads wakes up")
    void anIdleDaemonDoesNotWakeUp() throws IOException {
        client().kill();
        configuration("space = " + space.path());
        DaemonJvm daemon = start(manager());
        Await.until("it coordinates, alone", () -> space.probe().coordinator() == daemon.pid()
                && space.probe().processes() == 1);
        ProcessView view = ProcessView.of(daemon.pid());
        Await.until("nothing wakes up for a while", () -> {
            long before = view.switches(name -> name.startsWith("tpfutex"));
            LockSupport.parkNanos(A_WHILE_NANOS);
            return before > 0 && view.switches(name -> name.startsWith("tpfutex")) == before;
        });
    }

    @Test
    @DisplayName("C16: an idle daemon notices that a file was deleted, and is not in the way of its successor")
    void anIdleDaemonNoticesADeletedFile() throws IOException {
        client().kill();
        configuration("space = " + space.path());
        DaemonJvm daemon = start(manager());
        Await.until("it coordinates", () -> space.probe().coordinator() == daemon.pid());
        Files.delete(space.path());
        daemon.awaitOutput("was deleted or replaced");
        client().expect("lock book", "ok");
    }

    @Test
    @DisplayName("It takes the socket that a service manager passes on, and leaves it behind when it stops")
    void itTakesASocketThatIsPassedOn() {
        Path activate = Path.of("/usr/bin/systemd-socket-activate");
        assumeTrue(Files.isExecutable(activate), "needs " + activate + " of systemd");
        DaemonJvm daemon = space.closeLater(DaemonJvm.startActivated(activate, socket()));
        Await.until("somebody listens", () -> Files.exists(socket()));
        PeerJvm client = client();
        Await.until("the daemon coordinates", () -> space.probe().coordinator() == daemon.pid());
        client.expect("lock book", "ok");
        daemon.signal("TERM");
        assertThat(daemon.awaitEnd()).isZero();
        assertThat(socket()).exists();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--config /no/such/file", "--socket", "--nonsense", ""})
    @DisplayName("Wrong arguments end it with exit code 2, which means that starting it again will not help")
    void wrongArguments(String arguments) {
        DaemonJvm daemon = space.closeLater(DaemonJvm.startUnready(
                Stream.of(arguments.split(" ")).filter(argument -> !argument.isEmpty()).toList()));
        assertThat(daemon.awaitEnd()).isEqualTo(2);
        daemon.awaitOutput("usage: tpfutexd");
    }
}
