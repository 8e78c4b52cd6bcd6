package dev.tpfutex.robust.jfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tpfutex.api.LockGuard;
import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.LockTimeoutException;
import dev.tpfutex.api.SharedMutex;
import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.robust.Monitors;
import dev.tpfutex.robust.monitor.CleanUp;
import dev.tpfutex.robust.monitor.SpaceListener;
import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.PeerJvm;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a flight recording contains, recorded with the sample settings. */
@Watched
class FlightRecordingTest {

    private static final Path SETTINGS = Path.of("src/main/jfr/tpfutex.jfc");

    @RegisterExtension
    final TestSpace space = new TestSpace();

    @Test
    void aContendedLockAndADeath() throws Exception {
        try (Recording recording = new Recording(Configuration.create(SETTINGS))) {
            recording.start();
            PeerJvm peer = space.unopenedPeer();
            LockSpace own = space.closeLater(LockSpace.open(space.path(), SpaceOptions.defaults().withoutDaemon()));
            awaitRecording(recording);
            peer.begin("main", "open " + space.path()).is("ok");
            play(own, peer);
            recording.stop();
            List<RecordedEvent> events = dump(recording);
            contendedAcquisition(only(events, "ContendedAcquisition"), peer);
            ownerDeath(only(events, "OwnerDeath"), peer);
            recovery(only(events, "Recovery"));
            processCleanUp(only(events, "ProcessCleanUp"), peer);
            coordinatorChange(only(events, "CoordinatorChange"));
        }
    }

    @Test
    void aDeadlock() throws Exception {
        try (Recording recording = new Recording(Configuration.create(SETTINGS))) {
            recording.start();
            PeerJvm peer = space.unopenedPeer();
            space.closeLater(LockSpace.open(space.path(), SpaceOptions.defaults().withoutDaemon()));
            awaitRecording(recording);
            peer.begin("main", "open " + space.path() + " breakDeadlocks=true").is("ok");
            peer.begin("one", "lock a").is("ok");
            peer.begin("two", "lock b").is("ok");
            peer.begin("one", "lock b");
            Await.until("it sleeps", () -> space.probe().sleepers("b") == 1);
            peer.begin("two", "lock a").is("DeadlockException");
            peer.begin("two", "unlock b").is("ok");
            Await.until("recorded", () -> dump(recording).stream().anyMatch(event -> isOf(event, "Deadlock")));
            RecordedEvent event = only(dump(recording), "Deadlock");
            assertThat(event.getInt("threads")).isEqualTo(2);
            assertThat(event.getString("edges").lines()).hasSize(2).anySatisfy(
                    edge -> assertThat(edge).contains("thread \"two\", has waited for ",
                            "for \"a\", which is held by"));
            assertThat(event.getLong("victimPid")).isEqualTo(peer.pid());
            assertThat(event.getString("victimThread")).isEqualTo("two");
        }
    }

    @Test
    void withoutARecordingNothingIsBegun() {
        LockSpace own = space.closeLater(LockSpace.open(space.path(), SpaceOptions.defaults().withoutDaemon()));
        FlightRecorderEvents events = new FlightRecorderEvents(own.path());
        assertThat(events.begin()).isNull();
    }

    /** The attendant's first round finds out that a recording is under way. */
    private void awaitRecording(Recording recording) {
        Await.until("events are recorded",
                () -> dump(recording).stream().anyMatch(event -> isOf(event, "CoordinatorChange")));
    }

    /** The peer has the lock; one of ours gives up too soon for an event, another one late; then the peer dies. */
    private void play(LockSpace own, PeerJvm peer) throws InterruptedException {
        AtomicReference<CleanUp> cleanUp = new AtomicReference<>();
        Monitors.of(own).add(new SpaceListener() {
            @Override
            public void cleanedUp(CleanUp told) {
                cleanUp.set(told);
            }
        });
        SharedMutex book = own.mutex("book");
        peer.expect("lock book", "ok");
        assertThat(book.tryLock()).isFalse();
        assertThatThrownBy(() -> book.acquire(Duration.ofMillis(50))).isInstanceOf(LockTimeoutException.class);
        peer.kill();
        Await.until("cleaned up", () -> cleanUp.get() != null);
        try (LockGuard guard = book.acquire()) {
            assertThat(guard.ownerDied()).isTrue();
            guard.markConsistent();
        }
    }

    private void contendedAcquisition(RecordedEvent event, PeerJvm peer) {
        about(event);
        assertThat(event.getString("mode")).isEqualTo("EXCLUSIVE");
        assertThat(event.getString("outcome")).isEqualTo("TIMED_OUT");
        assertThat(event.getDuration()).isGreaterThanOrEqualTo(Duration.ofMillis(50));
        assertThat(event.getLong("holderPid")).isEqualTo(peer.pid());
        assertThat(event.getString("holderThread")).isEqualTo("t");
        assertThat(event.getBoolean("ownerDied")).isFalse();
        assertThat(event.getThread().getJavaName()).isEqualTo(Thread.currentThread().getName());
        assertThat(event.getStackTrace().getFrames())
                .anyMatch(frame -> frame.getMethod().getName().equals("play"));
    }

    private void ownerDeath(RecordedEvent event, PeerJvm peer) {
        about(event);
        assertThat(event.getLong("deadPid")).isEqualTo(peer.pid());
        assertThat(event.getString("deadThread")).isEqualTo("t");
    }

    private void recovery(RecordedEvent event) {
        about(event);
        assertThat(event.getString("outcome")).isEqualTo("REPAIRED");
        assertThat(event.getDuration("latency")).isPositive();
        assertThat(event.getThread().getJavaName()).isEqualTo(Thread.currentThread().getName());
    }

    private void processCleanUp(RecordedEvent event, PeerJvm peer) {
        assertThat(event.getLong("deadPid")).isEqualTo(peer.pid());
        assertThat(event.getString("command")).contains("Peer");
        assertThat(event.getDuration("latency")).isPositive();
    }

    private static void coordinatorChange(RecordedEvent event) {
        assertThat(event.getInt("epoch")).isPositive();
        assertThat(event.getLong("hostPid")).isEqualTo(ProcessHandle.current().pid());
        assertThat(event.getBoolean("here")).isTrue();
        assertThat(event.getBoolean("daemon")).isFalse();
    }

    private void about(RecordedEvent event) {
        assertThat(event.getString("space")).isEqualTo(space.path().toString());
        assertThat(event.getString("lock")).isEqualTo("book");
    }

    private RecordedEvent only(List<RecordedEvent> events, String name) {
        List<RecordedEvent> found = events.stream().filter(event -> isOf(event, name)).toList();
        assertThat(found).as(name).hasSize(1);
        return found.get(0);
    }

    private boolean isOf(RecordedEvent event, String name) {
        return event.getEventType().getName().equals("dev.tpfutex." + name)
                && event.getString("space").equals(space.path().toString());
    }

    private List<RecordedEvent> dump(Recording recording) throws IOException {
        Path file = space.sibling("dump.jfr");
        recording.dump(file);
        return RecordingFile.readAllEvents(file);
    }
}
