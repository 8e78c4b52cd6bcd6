package dev.tpfutex.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tpfutex.examples.demo.Ledger.Sight;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ledger finds out what it is there to find out. */
class LedgerTest {

    private static final Mark ONE = new Mark(4711, 1, 0);
    private static final Mark OTHER = new Mark(4712, 2, 3);

    @TempDir
    private Path folder;
    private Ledger ledger;

    @BeforeEach
    void create() throws Exception {
        ledger = Ledger.create(folder.resolve("ledger"));
    }

    @Test
    void keepsItsSum() {
        ledger.transfer(ONE, 5, 0, 1, 100, 0);
        ledger.transfer(OTHER, 6, 1, 7, 50, 0);

        ledger.check(ONE, 7);
        assertThat(ledger.transfers()).isEqualTo(2);
    }

    @Test
    void noticesASecondOwner() throws Exception {
        stopHalfWay(ONE);

        assertThatThrownBy(() -> ledger.transfer(OTHER, 2, 0, 1, 100, 0))
                .isInstanceOf(Violation.class)
                .hasMessageContaining("worker 2 (pid 4712) thread 3 owns the lock and finds worker 1 (pid 4711)");
    }

    @Test
    void noticesAFencingTokenThatDoesNotGrow() {
        ledger.transfer(ONE, 5, 0, 1, 100, 0);

        assertThatThrownBy(() -> ledger.transfer(OTHER, 5, 0, 1, 100, 0))
                .isInstanceOf(Violation.class)
                .hasMessageContaining("token 5 comes after 5");
    }

    @Test
    void noticesWhatADeadOwnerHasLeftHalfDone() throws Exception {
        stopHalfWay(ONE);
        ledger.takeOver(OTHER);

        // Without the repair: the mark of the dead is gone, its transfer still half done.
        assertThatThrownBy(() -> ledger.check(OTHER, 2)).isInstanceOf(Violation.class);
    }

    @Test
    void rollsForwardWhatADeadOwnerHasLeftHalfDone() throws Exception {
        stopHalfWay(ONE);

        assertThat(ledger.takeOver(OTHER)).isEqualTo(ONE);
        ledger.rollForward(OTHER);
        ledger.check(OTHER, 2);
        assertThat(ledger.transfers()).isEqualTo(1);
    }

    @Test
    void repairsOnceMoreAfterTheDeathOfTheOneWhoRepairs() throws Exception {
        stopHalfWay(ONE);
        ledger.takeOver(OTHER);
        Mark third = new Mark(4713, 3, 1);

        assertThat(ledger.takeOver(third)).isEqualTo(OTHER);
        ledger.rollForward(third);
        ledger.check(third, 2);
    }

    @Test
    void aReaderSeesWhatIsThere() {
        ledger.transfer(ONE, 5, 0, 1, 100, 0);

        Sight sight = ledger.look(OTHER);
        assertThat(sight).isEqualTo(new Sight(5, 1));
        ledger.lookAgain(OTHER, sight);
    }

    @Test
    void aReaderNoticesAnOwner() throws Exception {
        stopHalfWay(ONE);

        assertThatThrownBy(() -> ledger.look(OTHER))
                .isInstanceOf(Violation.class)
                .hasMessageContaining("worker 2 (pid 4712) thread 3 reads and finds worker 1 (pid 4711)");
    }

    @Test
    void aReaderNoticesAnOwnerThatHasComeAndGone() {
        Sight sight = ledger.look(ONE);
        ledger.transfer(OTHER, 5, 0, 1, 100, 0);

        assertThatThrownBy(() -> ledger.lookAgain(ONE, sight))
                .isInstanceOf(Violation.class)
                .hasMessageContaining("come and gone");
    }

    /** A thread that begins a transfer and sleeps in the middle of it for good: to the others, as good as dead. */
    private void stopHalfWay(Mark mark) throws InterruptedException {
        long forGood = Duration.ofDays(1).toNanos();
        Thread thread = Thread.ofPlatform().daemon().start(() -> ledger.transfer(mark, 1, 0, 1, 100, forGood));
        while (thread.getState() != Thread.State.TIMED_WAITING) {
            Thread.sleep(1);
        }
    }
}
