package dev.tpfutex.robust.point;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.robust.peer.Answer;
import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.PeerJvm;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * P13 and P15 for readers, with real processes: one is killed at each port call of an operation, or at some of them (see
 * {@link PointsOfDeathTest}), and afterwards others read and write.
 */
@Watched
class RwPointsOfDeathTest {

    private static final String POINTS = System.getProperty("tpfutex.points", "2");
    private static final int SOME = POINTS.equals("all") ? Integer.MAX_VALUE : Integer.parseInt(POINTS);

    @RegisterExtension
    final TestSpace space = new TestSpace();

    private PeerJvm survivor;
    private int deaths;

    /**
     * @param before what the victim does first, commands separated by commas
     * @param others what the survivor does before: {@code reads}, {@code writes} or {@code wantsToWrite}
     * @param operation in which the victim dies
     */
    @ParameterizedTest
    @CsvSource({
        "'rw.read book,rw.unread book', '', rw.read book",
        "'rw.read book,rw.unread book', reads, rw.read book",
        "'rw.read book,rw.unread book', writes, rw.read book",
        "rw.bias book 300, '', rw.read book",
        "rw.read book, '', rw.unread book",
        "rw.read book, reads, rw.unread book",
        "rw.read book, wantsToWrite, rw.unread book",
        "'rw.bias book 300,rw.read book', '', rw.unread book",
        "'rw.write book,rw.read book', '', rw.unwrite book",
        "'rw.read book,rw.unread book', '', rw.readUpgradably book",
        "rw.readUpgradably book, reads, rw.write book",
        "rw.readUpgradably book, wantsToWrite, rw.unreadUpgradably book"
    })
    @DisplayName("P13, P15: killed at every port call, a reader leaves a lock that others can read and write under")
    void diesAnywhere(String before, String others, String operation) {
        survivor = space.peer();
        List<String> points = play(before, others, operation, "trace");
        assertThat(points).isNotEmpty();
        int step = Math.max(1, points.size() / SOME);
        List<String> tried = new ArrayList<>();
        for (int i = step / 2; i < points.size(); i += step) {
            tried.add(points.get(i));
            play(before, others, operation, "die " + points.get(i));
        }
        // Which way a race takes is not ours to say.
        assertThat(deaths).isPositive();
        System.out.println(operation + " after [" + before + "], others [" + others + "]: " + points.size()
                + " points, " + deaths + " died, tried " + tried);
    }

    /** The points that the victim has passed. */
    private List<String> play(String before, String others, String operation, String trap) {
        PeerJvm victim = space.victim();
        victim.control("open " + space.path());
        for (String command : before.split(",")) {
            prepare(victim, command);
        }
        victim.control("trap t " + trap);
        Answer write = null;
        if (others.equals("reads") || others.equals("writes")) {
            survivor.begin("s", others.equals("reads") ? "rw.read book" : "rw.write book").is("ok");
        } else if (others.equals("wantsToWrite")) {
            write = survivor.begin("s", "rw.take book 20000");
            Await.until("the survivor sleeps", () -> space.probe().sleepers("book") == 1);
        }
        Answer done = victim.begin("t", operation);
        if (others.equals("reads") || others.equals("writes")) {
            Await.until("the victim waits or is through",
                    () -> !done.isPending() || !victim.isAlive() || space.probe().sleepers("book") > 0);
            survivor.begin("s", others.equals("reads") ? "rw.unread book" : "rw.unwrite book").is("ok");
        }
        Await.until("the victim is through", () -> !done.isPending() || !victim.isAlive());
        victim.kill();
        deaths += victim.printed("DIES ").size();
        if (write != null) {
            write.is("taken");
        }
        survivor.begin("s", "rw.take book 20000").is("taken");
        survivor.begin("s", "rw.tryRead book").is("true");
        survivor.begin("s", "rw.readers book").is("1");
        survivor.begin("s", "rw.unread book").is("ok");
        survivor.begin("s", "rw.readUpgradably book").is("ok");
        survivor.begin("s", "rw.unreadUpgradably book").is("ok");
        return victim.printed("POINT ");
    }

    private void prepare(PeerJvm victim, String command) {
        if (command.startsWith("rw.bias ")) {
            // Whether readers meet is up to the scheduler.
            Await.until("readers leave the word alone", () -> {
                victim.expect(command, "ok");
                return space.probe().isBiased("book");
            });
        } else {
            victim.expect(command, "ok");
        }
    }
}
