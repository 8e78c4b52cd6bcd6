package dev.tpfutex.robust.damage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.robust.peer.Answer;
import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.PeerJvm;
import dev.tpfutex.robust.peer.ProcessView;
import dev.tpfutex.robust.peer.TestSpace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The JVMs that work while their space is damaged. They outlive the spaces, so that what leaks shows. */
final class FuzzCrew {

    /** So many mutexes and as many reader-writer locks. */
    static final int LOCKS = 4;

    private static final int SIZE = 2;
    private static final List<String> THREADS = List.of("h0", "h1", "virtual0");
    private static final String LIMITS = " locks=32 tasks=64 processes=8";

    /** Descriptors and threads that may come and go: a stat file that is just being read, a carrier. */
    private static final int SLACK = 8;

    private record Size(int descriptors, int threads) {}

    private final TestSpace space;
    private final List<PeerJvm> peers = new ArrayList<>();
    private final Map<PeerJvm, Size> sizes = new HashMap<>();
    private int started;

    FuzzCrew(TestSpace space) {
        this.space = space;
    }

    /** Has all of them open a space; those that have died are replaced first. */
    void open(Path path) {
        peers.removeIf(peer -> !peer.isAlive());
        while (peers.size() < SIZE) {
            peers.add(space.unopenedPeer());
            started++;
        }
        for (PeerJvm peer : peers) {
            peer.begin("main", "open " + path + LIMITS).is("ok");
        }
    }

    /** Gives each thread of each living JVM a command. */
    List<Answer> begin(String command, long seed) {
        List<Answer> answers = new ArrayList<>();
        for (PeerJvm peer : living()) {
            for (String thread : THREADS) {
                answers.add(peer.begin(thread, command.formatted(seed + answers.size())));
            }
        }
        return answers;
    }

    PeerJvm peer(int index) {
        return peers.get(index % SIZE);
    }

    List<PeerJvm> living() {
        return peers.stream().filter(PeerJvm::isAlive).toList();
    }

    /** Somebody coordinates, everybody has an attendant, nobody spins, nothing has grown. */
    void check() {
        Await.until("one coordinates", () -> count("tpfutex-coordinator") == 1);
        assertThat(count("tpfutex-attendant")).as("attendants").isEqualTo(living().size());
        living().forEach(this::checkSize);
    }

    private void checkSize(PeerJvm peer) {
        ProcessView view = ProcessView.of(peer.pid());
        Size first = sizes.computeIfAbsent(peer, p -> new Size(view.descriptors(), view.threads()));
        Await.until("descriptors of " + peer + " are as few as at first, " + first,
                () -> view.descriptors() <= first.descriptors() + SLACK);
        Await.until("threads of " + peer + " are as few as at first, " + first,
                () -> view.threads() <= first.threads() + SLACK);
    }

    void close() {
        for (PeerJvm peer : living()) {
            assertThat(peer.control("close")).as("%s closes", peer).isEqualTo("ok");
        }
    }

    /** Lines of the log in which the JVMs report damage. */
    long reports() {
        return peers.stream().mapToLong(peer -> peer.outputWith("damaged").size()).sum();
    }

    private long count(String prefix) {
        return living().stream().mapToLong(peer -> Long.parseLong(peer.control("threads " + prefix))).sum();
    }

    @Override
    public String toString() {
        return started + " JVMs, " + reports() + " reports";
    }
}
