package dev.tpfutex.shm.chronicle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.SharedMutex;
import dev.tpfutex.api.SpaceOpenException;
import dev.tpfutex.api.SpaceOpenException.Reason;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Both mappings within one JVM. */
@Watched
@ParameterizedClass
@EnumSource(Mapping.class)
class OneJvmTest {

    private static final int TIMES = 20_000;

    @RegisterExtension
    final TestSpace space = new TestSpace();

    private final Mapping first;

    OneJvmTest(Mapping first) {
        this.first = first;
    }

    @Test
    void handlesOnOneFileShareItHoweverTheyWantItMapped() {
        try (LockSpace one = LockSpace.open(space.path(), first.small());
                LockSpace two = LockSpace.open(space.path(), first.other().small())) {
            SharedMutex book = one.mutex("book");
            book.lock();
            assertThat(two.mutex("book").tryLock()).isTrue();
            assertThat(book.holdCount()).isEqualTo(2);
            book.unlock();
            two.mutex("book").unlock();
            assertThat(book.isLocked()).isFalse();
        }
    }

    @Test
    void aHandleThatCannotBeHadDoesNotDisturbTheOthers() {
        try (LockSpace one = LockSpace.open(space.path(), first.small())) {
            assertThatExceptionOfType(SpaceOpenException.class)
                    .isThrownBy(() -> LockSpace.open(space.path(), first.small().mapping("papyrus")))
                    .withMessageContaining("only [ffm, chronicle]")
                    .satisfies(refused -> assertThat(refused.reason()).isEqualTo(Reason.NO_SUCH_MAPPING));
            one.mutex("book").lock();
            one.mutex("book").unlock();
        }
    }

    @Test
    void aSpaceOfEachKind() throws InterruptedException {
        int[] counts = new int[2];
        try (LockSpace one = LockSpace.open(space.path(), first.small());
                LockSpace two = LockSpace.open(space.sibling("other.tpf"), first.other().small())) {
            Runnable work = () -> {
                for (int i = 0; i < TIMES; i++) {
                    count(one.mutex("book"), counts, 0);
                    count(two.mutex("book"), counts, 1);
                }
            };
            Thread thread = Thread.ofPlatform().start(work);
            work.run();
            thread.join();
        }
        assertThat(counts).containsExactly(2 * TIMES, 2 * TIMES);
    }

    private static void count(SharedMutex mutex, int[] counts, int index) {
        mutex.lock();
        try {
            counts[index]++;
        } finally {
            mutex.unlock();
        }
    }
}
