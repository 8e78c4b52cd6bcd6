package dev.tpfutex.robust.damage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.robust.peer.Answer;
import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.Ledger;
import dev.tpfutex.robust.peer.PeerJvm;
import dev.tpfutex.robust.peer.ProcessView;
import dev.tpfutex.robust.peer.RawSpace;
import dev.tpfutex.robust.peer.SpaceProbe;
import dev.tpfutex.robust.peer.TestSpace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.concurrent.locks.LockSupport;

/** One space, its users, and some acts of damage; the seed says which. */
final class FuzzRound {

    private static final int MOST_ACTS = 20;
    private static final int MOST_PAUSE_NANOS = 4_000_000;
    private static final long AFTERWARDS_NANOS = 60_000_000;
    private static final int SECONDS_TO_GET_ALL = 15;

    /** One in so many rounds sees a JVM killed amid the damage. */
    private static final int ROUNDS_A_DEATH = 6;

    private static final long WATCHED_NANOS = 200_000_000;

    private final FuzzCrew crew;
    private final Random random;
    private final long seed;
    private final Path path;
    private final Path ledger;
    private final List<Damage> done = new ArrayList<>();
    /** More than are in use. */
    private static final int SLOTS = 100;

    private String killed = "nobody";
    private String stage = "opening";
    private String dump = "";

    FuzzRound(TestSpace space, FuzzCrew crew, long seed) {
        this.crew = crew;
        this.seed = seed;
        this.random = new Random(seed);
        this.path = space.sibling("fuzz-" + seed + ".tpf");
        this.ledger = space.sibling("ledger-" + seed);
    }

    void run() throws IOException {
        crew.open(path);
        try (SpaceProbe probe = new SpaceProbe(path)) {
            try {
                useAndDamage();
            } catch (Throwable failure) {
                dump = probe.dump();
                throw failure;
            }
        }
        stage = "closing";
        crew.close();
        Files.delete(path);
        Files.delete(ledger);
    }

    /** What to know about a round that has failed. */
    String describe() {
        StringBuilder text = new StringBuilder("seed " + seed + ", while " + stage + "; killed: " + killed);
        done.forEach(damage -> text.append("\n    ").append(damage));
        return text.append('\n').append(dump).toString();
    }

    private void useAndDamage() throws IOException {
        stage = "hammering";
        Ledger stop = Ledger.open(ledger);
        List<Answer> hammering = crew.begin("hammer " + FuzzCrew.LOCKS + " %d " + ledger, seed * 100);
        damage();
        LockSupport.parkNanos(AFTERWARDS_NANOS);
        stop.stop();
        for (Answer answer : hammering) {
            if (crew.living().contains(answer.peer())) {
                answer.is("hammered");
            }
        }
        stage = "getting all locks";
        String getAll = "getAll " + FuzzCrew.LOCKS + " %d " + SECONDS_TO_GET_ALL;
        for (Answer answer : crew.begin(getAll, seed * 100)) {
            assertThat(answer.text()).doesNotContain("Unexpected");
            // Whose thread it was, and whether that lives, is gone with the slot: such a lock is not taken from anybody.
            assertThat(isOwnerUnknown() || !answer.text().contains("LockTimeoutException")).as(answer.text()).isTrue();
        }
        stage = "checking";
        checkIdle();
        crew.check();
        crew.living().forEach(FuzzRound::checkLog);
    }

    /** Whether a process was killed, and both that say so of a thread have been overwritten in one slot. */
    private boolean isOwnerUnknown() {
        String damages = done.toString();
        return !killed.equals("nobody")
                && IntStream.range(0, SLOTS).anyMatch(slot -> damages.contains("CONTROL of task slot " + slot + " ")
                        && damages.contains("LIFE of task slot " + slot + " "));
    }

    private void damage() {
        int acts = 1 + random.nextInt(MOST_ACTS);
        int death = random.nextInt(ROUNDS_A_DEATH) == 0 ? random.nextInt(acts) : -1;
        try (RawSpace raw = new RawSpace(path)) {
            Damager damager = new Damager(raw, seed);
            for (int i = 0; i < acts; i++) {
                LockSupport.parkNanos(random.nextInt(MOST_PAUSE_NANOS));
                done.addAll(damager.damage());
                if (i == death) {
                    PeerJvm victim = crew.peer(random.nextInt(2));
                    killed = victim + " after write " + done.size();
                    victim.kill();
                }
            }
        }
    }

    /** Nobody wants anything: whoever uses a processor now goes round in circles. */
    private void checkIdle() {
        Await.until("the service threads are idle", () -> {
            Duration before = serviceTime();
            LockSupport.parkNanos(WATCHED_NANOS);
            return serviceTime().minus(before).toNanos() < WATCHED_NANOS / 4;
        });
    }

    private Duration serviceTime() {
        return crew.living().stream()
                .map(peer -> ProcessView.of(peer.pid()).cpuTime(name -> name.startsWith("tpfutex-")))
                .reduce(Duration.ZERO, Duration::plus);
    }

    private static void checkLog(PeerJvm peer) {
        assertThat(peer.outputWith("failed")).as("failures in the log of %s", peer).isEmpty();
        assertThat(peer.outputWith("Exception")).as("exceptions in the log of %s", peer).isEmpty();
    }
}
