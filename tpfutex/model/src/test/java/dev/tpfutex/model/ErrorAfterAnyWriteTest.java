package dev.tpfutex.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.core.FutexMutex;
import dev.tpfutex.core.FutexRwLock;
import dev.tpfutex.core.FutexWord;
import dev.tpfutex.core.Hold;
import dev.tpfutex.core.Lock;
import dev.tpfutex.core.Status;
import dev.tpfutex.core.Task;
import dev.tpfutex.core.TaskTable;
import dev.tpfutex.core.TpFutex;
import dev.tpfutex.core.recovery.ProcessRecovery;
import dev.tpfutex.shm.layout.LockLayout;
import dev.tpfutex.shm.layout.SpaceLayout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An error (no stack, no memory) after any write of a thread that locks as a writer, and lives on: what its hold says is
 * what the lock says, others get the lock, and nobody is told of a death. If the error lasts, so that the thread cannot
 * clean up at once either, this is so after its next use of the lock.
 */
class ErrorAfterAnyWriteTest {

    private static final SpaceLayout LAYOUT = new SpaceLayout(1, 3, 1);
    private static final int MOST_WRITES = 60;
    private static final long FOREVER = Long.MAX_VALUE;

    /** A deadline: long enough to do everything that a waiter does. */
    private static final long SOON = 20_000_000;

    private final World world = new World(Chooser.seeded(0), LAYOUT, false, false);
    private final SimPort port = world.port;
    private final Lock lock = new Lock(LAYOUT, 0);
    private FutexMutex writers;
    private FutexRwLock readers;
    private int writes;
    private boolean failed;

    /** What the thread does. */
    enum Use {
        WRITE {
            @Override
            void run(FutexMutex writers, FutexRwLock readers, Hold hold) {
                writers.lock(hold, FOREVER, false);
                writers.lock(hold, FOREVER, false);
                writers.unlock(hold);
                writers.unlock(hold);
            }
        },
        TRY {
            @Override
            void run(FutexMutex writers, FutexRwLock readers, Hold hold) {
                writers.tryLock(hold);
                writers.unlock(hold);
            }
        },
        DOWNGRADE {
            @Override
            void run(FutexMutex writers, FutexRwLock readers, Hold hold) {
                writers.lock(hold, FOREVER, false);
                readers.lock(hold, FOREVER, false);
                writers.unlock(hold);
                readers.unlock(hold);
            }
        },
        UPGRADE {
            @Override
            void run(FutexMutex writers, FutexRwLock readers, Hold hold) {
                readers.lockUpgradable(hold, FOREVER, false);
                writers.lock(hold, FOREVER, false);
                readers.lock(hold, FOREVER, false);
                readers.unlock(hold);
                writers.unlock(hold);
                readers.unlockUpgradable(hold);
            }
        },
        WAIT {
            @Override
            void run(FutexMutex writers, FutexRwLock readers, Hold hold) {
                writers.lock(hold, SOON, false);
            }

            @Override
            boolean isAmongReaders() {
                return true;
            }
        },
        WAIT_UPGRADABLY {
            @Override
            void run(FutexMutex writers, FutexRwLock readers, Hold hold) {
                readers.lockUpgradable(hold, FOREVER, false);
                writers.lock(hold, SOON, false);
                readers.unlockUpgradable(hold);
            }

            @Override
            boolean isAmongReaders() {
                return true;
            }
        };

        /** Whether another reads meanwhile. */
        boolean isAmongReaders() {
            return false;
        }

        abstract void run(FutexMutex writers, FutexRwLock readers, Hold hold);
    }

    private Hold newHold() {
        return readers.prepare(new Task(port, new TaskTable(port).allocate(0, 0, new byte[0]), null));
    }

    private void useAndFail(Use use, int failing, boolean lasts) {
        TpFutex futex = new TpFutex(port, new ProcessRecovery(port));
        writers = new FutexMutex(port, futex, lock);
        readers = new FutexRwLock(port, futex, lock);
        Hold hold = newHold();
        Hold other = newHold();
        if (use.isAmongReaders()) {
            assertThat(readers.tryLock(other)).isEqualTo(Status.FAST);
            // From here on the thread knows the word as one that readers share, and joins them by the fast path.
            useAgain(hold);
        }
        Runnable noError = world.current().onWrite;
        world.current().onWrite = () -> {
            if (++writes == failing || lasts && writes > failing) {
                failed = true;
                throw new StackOverflowError();
            }
        };
        try {
            use.run(writers, readers, hold);
        } catch (StackOverflowError expected) {
            // The thread goes on.
        }
        world.current().onWrite = noError;
        useAgain(hold);
        giveBack(hold);
        giveBack(other);
        check(other, use, failing);
    }

    private void useAgain(Hold hold) {
        if (readers.tryLock(hold) >= 0) {
            readers.unlock(hold);
        }
    }

    private void giveBack(Hold hold) {
        while (hold.upgradableCount() > 0) {
            assertThat(readers.unlockUpgradable(hold)).isNotNegative();
        }
        while (hold.readCount() > 0) {
            assertThat(readers.unlock(hold)).isNotNegative();
        }
        while (hold.count() > 0) {
            assertThat(writers.unlock(hold)).isNotNegative();
        }
    }

    private void check(Hold other, Use use, int failing) {
        int status = writers.tryLock(other);
        assertThat(status).as("the other, after %d writes of %s", failing, use).isNotNegative();
        assertThat(Status.ownerDied(status)).as("told after %d writes of %s", failing, use).isFalse();
        writers.unlock(other);
        assertThat(readers.tryLockUpgradable(other)).as("the role, after %d writes of %s", failing, use)
                .isNotNegative();
        readers.unlockUpgradable(other);
        assertThat(FutexWord.isFree(port.lookLong(lock.word()))).isTrue();
        assertThat(port.lookLong(lock.top())).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void anErrorAfterAnyWrite(Use use) {
        tryAll(use, false);
    }

    @ParameterizedTest
    @EnumSource
    void anErrorThatLasts(Use use) {
        tryAll(use, true);
    }

    private static void tryAll(Use use, boolean lasts) {
        int tried = 0;
        for (int failing = 1; failing <= MOST_WRITES; failing++) {
            ErrorAfterAnyWriteTest run = new ErrorAfterAnyWriteTest();
            run.play(use, failing, lasts);
            tried += run.failed ? 1 : 0;
        }
        assertThat(tried).isBetween(2, MOST_WRITES - 1);
    }

    private void play(Use use, int failing, boolean lasts) {
        port.pokeInt(lock.kind(), LockLayout.KIND_RWLOCK);
        Actor actor = world.spawn("writer", 0, () -> useAndFail(use, failing, lasts));
        world.runUntilOver(actor, 100_000);
    }
}
