package dev.tpfutex.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.core.FutexMutex;
import dev.tpfutex.core.FutexRwLock;
import dev.tpfutex.core.FutexWord;
import dev.tpfutex.core.Hold;
import dev.tpfutex.core.Lock;
import dev.tpfutex.core.Task;
import dev.tpfutex.core.TaskTable;
import dev.tpfutex.core.TpFutex;
import dev.tpfutex.core.recovery.ProcessRecovery;
import dev.tpfutex.shm.layout.LockLayout;
import dev.tpfutex.shm.layout.SpaceLayout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An error (no stack, no memory) after any write of a reader whose thread lives on: nobody waits for its entry for ever. */
class ReaderErrorTest {

    private static final SpaceLayout LAYOUT = new SpaceLayout(1, 2, 1);
    private static final int MOST_WRITES = 30;

    private final World world = new World(Chooser.seeded(0), LAYOUT, false, false);
    private final SimPort port = world.port;
    private final Lock lock = new Lock(LAYOUT, 0);
    private int writes;
    private boolean failed;

    /** The reader: how often it writes between lock and unlock depends on what else the word says. */
    private void readAndWrite(int failing, boolean biased) {
        TpFutex futex = new TpFutex(port, new ProcessRecovery(port));
        FutexRwLock readers = new FutexRwLock(port, futex, lock);
        Hold reader = readers.prepare(new Task(port, new TaskTable(port).allocate(0, 0, new byte[0]), null));
        Hold writer = readers.prepare(new Task(port, new TaskTable(port).allocate(0, 0, new byte[0]), null));
        if (biased) {
            readers.tryLock(reader);
            readers.offerBias(reader);
            readers.unlock(reader);
        }
        Runnable noError = world.current().onWrite;
        world.current().onWrite = () -> {
            if (++writes == failing) {
                failed = true;
                throw new StackOverflowError();
            }
        };
        try {
            readers.lock(reader, Long.MAX_VALUE, false);
            readers.unlock(reader);
        } catch (StackOverflowError expected) {
            // The thread goes on.
        }
        world.current().onWrite = noError;
        FutexMutex writers = new FutexMutex(port, futex, lock);
        assertThat(reader.readCount()).isZero();
        assertThat(writers.tryLock(writer)).as("the writer, after %d writes", failing).isNotNegative();
        writers.unlock(writer);
        assertThat(readers.tryLock(reader)).isNotNegative();
        readers.unlock(reader);
        assertThat(FutexWord.isFree(port.lookLong(lock.word()))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anErrorAfterAnyWrite(boolean biased) {
        int tried = 0;
        for (int failing = 1; failing <= MOST_WRITES; failing++) {
            ReaderErrorTest run = new ReaderErrorTest();
            run.play(failing, biased);
            tried += run.failed ? 1 : 0;
        }
        assertThat(tried).isGreaterThan(3);
    }

    private void play(int failing, boolean biased) {
        port.pokeInt(lock.kind(), LockLayout.KIND_RWLOCK);
        Actor actor = world.spawn("reader", 0, () -> readAndWrite(failing, biased));
        world.runUntilOver(actor, 100_000);
    }
}
