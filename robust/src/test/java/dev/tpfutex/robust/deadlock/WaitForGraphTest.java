package dev.tpfutex.robust.deadlock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.core.FutexWord;
import dev.tpfutex.core.Lock;
import dev.tpfutex.core.TaskControl;
import dev.tpfutex.core.WaitWord;
import dev.tpfutex.core.mapped.MappedPort;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import dev.tpfutex.shm.SpaceFile;
import dev.tpfutex.shm.layout.CoordinatorLayout;
import dev.tpfutex.shm.layout.TaskLayout;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Many threads that wait for many: three crowds, each of which wants to write what the next one reads. Their slots are
 * written here, nobody really waits.
 */
@Watched
class WaitForGraphTest {

    private static final int CROWD = 400;
    private static final int CROWDS = 3;

    /** Of the robust list, a share that is held in the slot's first generation; the index of the lock plus one is added. */
    private static final int READS = 2 << 30 | 1 << 25;

    @RegisterExtension
    final TestSpace space = new TestSpace();

    private MappedPort port;

    @BeforeEach
    void crowds() {
        SpaceFile file = SpaceFile.openOrCreate(space.path(), SpaceOptions.defaults());
        space.closeLater(file::close);
        port = new MappedPort(file, file.segment());
        for (int crowd = 0; crowd < CROWDS; crowd++) {
            for (int i = 0; i < CROWD; i++) {
                waitToWrite(crowd * CROWD + i, crowd);
                if (crowd > 0) {
                    read(crowd * CROWD + i, crowd - 1);
                }
            }
            port.putLong(new Lock(port.layout(), crowd).word(), FutexWord.SHARED | CROWD);
        }
        port.putInt(port.layout().coordinator() + CoordinatorLayout.TASK_HIGH, CROWDS * CROWD);
    }

    private void waitToWrite(int slot, int lock) {
        long base = port.layout().task(slot);
        port.putLong(base + TaskLayout.CONTROL, TaskControl.of(TaskControl.USED, 0, 1));
        port.putInt(base + TaskLayout.WAIT_LOCK, lock);
        port.putLong(base + TaskLayout.WAIT, WaitWord.of(1, WaitWord.QUEUED));
        port.putInt(base + TaskLayout.LONG_WAIT_LOCK, lock);
        port.putLong(base + TaskLayout.LONG_WAIT, 1_000_000_000L + 8 * slot);
    }

    private void read(int slot, int lock) {
        port.putInt(port.layout().task(slot) + TaskLayout.ENTRIES, READS | lock + 1);
    }

    @Test
    @DisplayName("Of many who wait for each other in no circle none is found")
    void noCircle() {
        WaitForGraph graph = new WaitForGraph(port);
        assertThat(graph.edges()).isEqualTo((CROWDS - 1) * CROWD * CROWD);
        assertThat(graph.cycles()).isEmpty();
    }

    @Test
    @DisplayName("One who closes circles: all who are in one are found, and nobody who only waits for them")
    void circlesThroughOne() {
        read(7, CROWDS - 1);
        // Many in circles wait for this one, too, who is in none.
        int last = CROWDS * CROWD - 1;
        waitToWrite(last, CROWDS);
        Set<Integer> inCircles = new WaitForGraph(port).cycles().stream()
                .flatMap(cycle -> cycle.waiters().stream())
                .map(LongWaiter::slot)
                .collect(Collectors.toSet());
        assertThat(inCircles).containsExactlyInAnyOrderElementsOf(
                IntStream.concat(IntStream.of(7), IntStream.range(CROWD, last)).boxed().toList());
    }
}
