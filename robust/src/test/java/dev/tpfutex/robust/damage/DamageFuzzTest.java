package dev.tpfutex.robust.damage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.robust.peer.TestSpace;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * C28: random damage to every part of a space in use. To replay what has failed with seed 4711, or to look at more:
 *
 * <pre>
 * mvn -q -pl robust -am test -Dtest=DamageFuzzTest -Dsurefire.failIfNoSpecifiedTests=false \
 *     -Dtpfutex.fuzz.seed=4711 -Dtpfutex.fuzz.rounds=1
 * </pre>
 */
class DamageFuzzTest {

    private static final int ROUNDS = Integer.getInteger("tpfutex.fuzz.rounds", 16);
    private static final long SEED = Long.getLong("tpfutex.fuzz.seed", 1);

    @RegisterExtension
    final TestSpace space = new TestSpace();

    @Test
    @DisplayName("C28: no crash, no endless loop, no growth, and all locks can be had again afterwards")
    void everyPart() {
        FuzzCrew crew = new FuzzCrew(space);
        for (long seed = SEED; seed < SEED + ROUNDS; seed++) {
            FuzzRound round = new FuzzRound(space, crew, seed);
            try {
                round.run();
            } catch (Throwable failure) {
                throw new AssertionError(round.describe(), failure);
            }
        }
        System.out.println(ROUNDS + " rounds of damage, " + crew);
        assertThat(crew.reports()).as("damage reported").isPositive();
    }
}
