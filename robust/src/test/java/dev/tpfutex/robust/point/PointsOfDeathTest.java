package dev.tpfutex.robust.point;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.robust.peer.Pulse;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * P13 with real processes: a process is killed at each port call of each operation, one process each. With
 * {@code -Dtpfutex.points=all} at every one that occurs, else at so many (3) that are spread over the operation; with
 * {@code -Dtpfutex.points.of=NAME} in the scenarios of such names only.
 */
@Watched
class PointsOfDeathTest {

    private static final String POINTS = System.getProperty("tpfutex.points", "3");
    private static final boolean ALL = POINTS.equals("all");
    private static final int SOME = ALL ? 0 : Integer.parseInt(POINTS);
    private static final int MOST_PLAYS = 3;
    private static final String SCENARIO = System.getProperty("tpfutex.points.of", "");

    /** From when the mutex could be had to the next owner: a coordinator's death included. */
    private static final Duration LONGEST_GAP = Duration.ofSeconds(1);

    @RegisterExtension
    final TestSpace space = new TestSpace();

    private final Pulse pulse = new Pulse();

    static Stream<Scenario> scenarios() {
        return Scenarios.all().stream().filter(scenario -> scenario.name().contains(SCENARIO));
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    @DisplayName("P13: killed at every port call, a process leaves a mutex that others get, and a clean space")
    void diesAnywhere(Scenario scenario) {
        Stage stage = new Stage(space);
        List<String> points = stage.play(scenario, "trace").points();
        assertThat(points).isNotEmpty();
        assertThat(scenario.boundary()).matches(call -> call.isEmpty() || indexOf(points, call) >= 0, "is on the way");
        List<String> chosen = chosen(points);
        int reached = 0;
        Duration longest = Duration.ZERO;
        String slowest = "";
        for (String point : chosen) {
            Play play = dieAt(stage, scenario, point);
            reached += play.deaths().size();
            if (!play.deaths().isEmpty()) {
                checkInside(scenario, points, point, play.deaths().getFirst());
            }
            if (longest.compareTo(play.audience().longestGap()) < 0) {
                longest = play.audience().longestGap();
                slowest = point;
            }
        }
        System.out.println(scenario + ": " + points.size() + " points, " + chosen.size() + " tried, " + reached
                + " processes dead there; longest gap " + longest.toMillis() + " ms after " + slowest);
        // Which way a race takes is not ours to say, but many points are on every way.
        assertThat(reached).isGreaterThanOrEqualTo(ALL ? chosen.size() / 3 : 0);
    }

    /** Some ways are taken only if a race ends so: then one play is not enough. */
    private Play dieAt(Stage stage, Scenario scenario, String point) {
        Play play = null;
        for (int times = 0; times < MOST_PLAYS && (play == null || play.deaths().isEmpty()); times++) {
            pulse.reset();
            play = stage.play(scenario, "die " + point);
            check(scenario + ", " + point, play);
        }
        return play;
    }

    /** By the place of the point, not by the word: the one must agree with the other. */
    private static void checkInside(Scenario scenario, List<String> points, String point, String scene) {
        int boundary = indexOf(points, scenario.boundary());
        if (boundary >= 0) {
            boolean after = points.indexOf(point) > boundary;
            assertThat(scene.contains(Scene.INSIDE)).as(point).isEqualTo(after ^ scenario.insideAtFirst());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'unlock with hand-off', getAndSetInt@Parker.unpark, false",
        "'unlock with hand-off', wakeWord@Parker.unpark, false",
        "'unlock with hand-off', compareAndExchangeLong@UnlockPath.replaceOwner, true",
        "'unlock, somebody is about to sleep', getLong@UnlockPath.wakeTop, false",
        "'unlock, somebody is about to sleep', compareAndExchangeLong@UnlockPath.replaceOwner, true",
        "'unlock, nobody waits', compareAndExchangeLong@FutexMutex.unlockListed, true",
        "'lock, free', compareAndExchangeLong@FutexMutex.takeFree, false",
        "'lock as the top waiter, handed over', compareAndExchangeLong@TpFutex.enter, false",
        "'lock from the queue', putLong@WaitQueue.leave, false",
        "'lock from the queue', compareAndExchangeLong@TopWaiter.takeRole, false",
        "'coordinate', wakeWord@Parker.unpark, false"
    })
    @DisplayName("C04, P8, P13, P14, hazards 2 and 4: killed between a store and its wake-up, and just before and after a boundary")
    void diesAtAPointThatMatters(String name, String point, boolean inside) {
        Scenario scenario = Scenarios.all().stream().filter(one -> one.name().equals(name)).findAny().orElseThrow();
        pulse.reset();
        Play play = new Stage(space).play(scenario, "die " + point);
        assertThat(play.deaths()).as("deaths at %s", point).hasSize(1);
        assertThat(play.deaths().getFirst().contains(Scene.INSIDE)).isEqualTo(inside);
        check(point, play);
    }

    private void check(String what, Play play) {
        Audience audience = play.audience();
        assertThat(audience.longestGap().minus(pulse.longest())).as("gap after death at %s", what)
                .isLessThan(LONGEST_GAP);
        assertThat(audience.tokens()).as("tokens after death at %s", what).isSorted().doesNotHaveDuplicates();
        if (!play.deaths().isEmpty()) {
            String scene = play.deaths().getFirst();
            boolean broken = scene.contains(Scene.BROKEN);
            boolean torn = scene.contains(Scene.INSIDE) || scene.contains(Scene.MARKED) || audience.othersDeaths() > 0;
            assertThat(audience.told()).as("told of %s", scene).isEqualTo(torn && !broken ? 1 : 0);
            assertThat(audience.refused() > 0).as("refused after %s", scene).isEqualTo(broken);
        }
    }

    private static int indexOf(List<String> points, String call) {
        return call.isEmpty() ? -1
                : IntStream.range(0, points.size()).filter(i -> points.get(i).startsWith(call + ":")).findFirst()
                        .orElse(-1);
    }

    private static List<String> chosen(List<String> points) {
        if (ALL || points.size() <= SOME) {
            return points;
        }
        List<String> some = new ArrayList<>();
        for (int i = 0; i < SOME; i++) {
            some.add(points.get((2 * i + 1) * points.size() / (2 * SOME)));
        }
        return some;
    }
}
