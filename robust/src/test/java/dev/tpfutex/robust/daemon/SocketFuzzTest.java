package dev.tpfutex.robust.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.DaemonJvm;
import dev.tpfutex.robust.peer.PeerJvm;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Nonsense on the daemon's socket, of many kinds, at random and in crowds. To replay what has failed with seed 4711, or
 * to look for longer:
 *
 * <pre>
 * mvn -q -pl robust -am test -Dtest=SocketFuzzTest -Dsurefire.failIfNoSpecifiedTests=false \
 *     -Dtpfutex.fuzz.seed=4711 -Dtpfutex.fuzz.rounds=100000
 * </pre>
 */
@Watched
class SocketFuzzTest {

    private static final int ROUNDS = Integer.getInteger("tpfutex.fuzz.rounds", 3000);
    private static final long SEED = Long.getLong("tpfutex.fuzz.seed", 1);

    private static final int SERVED_BETWEEN = 500;

    /** So little that a few kilobytes kept of each of the visitors would be its end. Overrides the command line. */
    private static final String HEAP = "_JAVA_OPTIONS=-Xmx24m";

    @RegisterExtension
    final TestSpace space = new TestSpace();

    private Path socket() {
        return space.sibling("tpfutexd.sock");
    }

    private DaemonJvm start(String... configuration) throws IOException {
        Files.write(space.sibling("tpfutexd.conf"), List.of(configuration));
        return space.closeLater(DaemonJvm.startWith(List.of(HEAP), List.of(
                "--socket", socket().toString(), "--config", space.sibling("tpfutexd.conf").toString())));
    }

    /** One that behaves is served, meanwhile. */
    private void serveSomebody(DaemonJvm daemon) {
        PeerJvm client = space.unopenedPeer();
        client.begin("main", "open " + space.path() + " daemon=" + socket()).is("ok");
        Await.until("the daemon serves", () -> space.probe().coordinator() == daemon.pid());
        client.expect("lock book", "ok");
        client.expect("unlock book", "ok");
        space.dismiss(client);
    }

    private static int descriptors(DaemonJvm daemon) {
        try (var files = Files.list(Path.of("/proc/" + daemon.pid() + "/fd"))) {
            return (int) files.count();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    @DisplayName("The daemon stays up, serves those who behave, and keeps nothing of the others")
    void nonsense() throws IOException {
        DaemonJvm daemon = start();
        serveSomebody(daemon);
        int before = descriptors(daemon);
        try (Nonsense nonsense = new Nonsense(socket(), space.path(), SEED)) {
            for (int round = 1; round <= ROUNDS; round++) {
                nonsense.talk();
                if (round % (SERVED_BETWEEN * Math.max(1, ROUNDS / 3000)) == 0) {
                    assertThat(daemon.isAlive()).as("alive with seed %d, round %d", SEED, round).isTrue();
                }
            }
            serveSomebody(daemon);
            System.out.println("seed " + SEED + ", " + ROUNDS + " visitors: " + nonsense);
            assertThat(nonsense.refusals()).as("heard an answer").isPositive();
        }
        assertThat(daemon.isAlive()).isTrue();
        Await.until("all descriptors are given back", () -> descriptors(daemon) <= before);
    }

    @Test
    @DisplayName("A crowd that connects and says nothing fills the daemon up for seconds, and no longer")
    void slowOnes() throws IOException {
        DaemonJvm daemon = start("max-clients = 300");
        int before = descriptors(daemon);
        try (Nonsense nonsense = new Nonsense(socket(), space.path(), SEED)) {
            for (int i = 0; i < 2000; i++) {
                nonsense.connectAndWait();
            }
            assertThat(descriptors(daemon)).isLessThan(before + 310);
            StringBuilder heard = new StringBuilder();
            Await.until("the silent ones are sent away",
                    () -> heard.append(nonsense.heardByTheSilent()).indexOf("REFUSED no line came within") >= 0);
            assertThat(heard).contains("max-clients");
            serveSomebody(daemon);
        }
    }
}
