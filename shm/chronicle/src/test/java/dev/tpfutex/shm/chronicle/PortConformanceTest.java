package dev.tpfutex.shm.chronicle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tpfutex.core.Port;
import dev.tpfutex.core.mapped.MappedPort;
import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import dev.tpfutex.shm.SpaceFile;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What {@link Port} promises of shared memory, over each mapping; the other party has the same file mapped in the other
 * way, as if it were another process.
 */
@Watched
@ParameterizedClass
@EnumSource(Mapping.class)
class PortConformanceTest {

    private static final int ROUNDS = 200_000;

    @RegisterExtension
    final TestSpace space = new TestSpace();

    private final Mapping mapping;

    private SpaceFile file;
    private SpaceFile otherFile;
    private Port port;
    private Port other;

    /** An offset of the locks, which nobody uses here. */
    private long at;

    PortConformanceTest(Mapping mapping) {
        this.mapping = mapping;
    }

    @BeforeEach
    void open() {
        file = SpaceFile.openOrCreate(space.path(), mapping.small());
        otherFile = SpaceFile.openOrCreate(space.path(), mapping.other().small());
        port = new MappedPort(file, file.segment());
        other = new MappedPort(otherFile, otherFile.segment());
        at = port.layout().locks();
    }

    @AfterEach
    void close() {
        file.close();
        otherFile.close();
    }

    @Test
    void intsAreExchanged() {
        other.putInt(at + 4, -1);
        assertThat(port.compareAndExchangeInt(at, 1, 2)).isZero();
        assertThat(other.getInt(at)).isZero();
        assertThat(port.compareAndSetInt(at, 0, Integer.MIN_VALUE)).isTrue();
        assertThat(other.getInt(at)).isEqualTo(Integer.MIN_VALUE);
        assertThat(port.getAndSetInt(at, Integer.MAX_VALUE)).isEqualTo(Integer.MIN_VALUE);
        assertThat(port.getAndAddInt(at, 1)).isEqualTo(Integer.MAX_VALUE);
        assertThat(other.getInt(at)).isEqualTo(Integer.MIN_VALUE);
        port.putIntOrdered(at, 7);
        assertThat(other.getInt(at)).isEqualTo(7);
        assertThat(other.getInt(at + 4)).as("the neighbour").isEqualTo(-1);
    }

    @Test
    void longsAreExchanged() {
        other.putLong(at + 8, -1);
        assertThat(port.compareAndExchangeLong(at, 1, 2)).isZero();
        assertThat(port.compareAndExchangeLong(at, 0, Long.MIN_VALUE)).isZero();
        assertThat(port.compareAndExchangeLong(at, 0, 3)).isEqualTo(Long.MIN_VALUE);
        assertThat(other.getLong(at)).isEqualTo(Long.MIN_VALUE);
        assertThat(port.getAndBitwiseOrLong(at, 0x5)).isEqualTo(Long.MIN_VALUE);
        assertThat(port.getAndSetLong(at, 0x1_0000_0002L)).isEqualTo(Long.MIN_VALUE + 5);
        assertThat(other.getInt(at)).isEqualTo(2);
        assertThat(other.getInt(at + 4)).isOne();
        port.putLongOrdered(at, 9);
        assertThat(other.getLong(at)).isEqualTo(9);
        assertThat(other.getLong(at + 8)).as("the neighbour").isEqualTo(-1);
    }

    @Test
    void bytesAreCopied() {
        byte[] name = "Aufträge".getBytes(StandardCharsets.UTF_8);
        port.putBytes(at + 3, name);
        assertThat(other.getBytes(at + 3, name.length)).isEqualTo(name);
        assertThat(other.getBytes(at, 3)).containsOnly(0);
    }

    @Test
    void nothingLiesOutsideTheFile() {
        long size = port.layout().fileSize();
        port.putLong(size - 8, 1);
        for (long outside : new long[] {-8, size - 4, size, Long.MAX_VALUE - 7}) {
            assertThatThrownBy(() -> port.getLong(outside)).isInstanceOf(RuntimeException.class);
            assertThatThrownBy(() -> port.compareAndExchangeLong(outside, 0, 1)).isInstanceOf(RuntimeException.class);
        }
    }

    @Test
    void noUpdateIsLostBetweenBothMappings() throws InterruptedException {
        Thread there = Thread.ofPlatform().start(() -> addUp(other));
        addUp(port);
        there.join();
        assertThat(port.getInt(at)).isEqualTo(2 * ROUNDS);
        assertThat(other.getLong(at + 8)).isEqualTo(2 * ROUNDS);
    }

    private void addUp(Port mine) {
        for (int i = 0; i < ROUNDS; i++) {
            mine.getAndAddInt(at, 1);
            long seen = mine.getLong(at + 8);
            while (!mine.compareAndSetLong(at + 8, seen, seen + 1)) {
                seen = mine.getLong(at + 8);
            }
        }
    }

    /** Message passing: ordered stores are seen in their order. */
    @Test
    void whatWasStoredBeforeIsSeenBefore() throws InterruptedException {
        AtomicBoolean wrong = new AtomicBoolean();
        Thread reader = Thread.ofPlatform().start(() -> {
            for (long seen = 0; seen < ROUNDS && !wrong.get();) {
                seen = other.getLong(at);
                wrong.compareAndSet(false, other.getLong(at + 64) < seen);
            }
        });
        for (long i = 1; i <= ROUNDS; i++) {
            port.putLongOrdered(at + 64, i);
            port.putLongOrdered(at, i);
        }
        reader.join();
        assertThat(wrong).isFalse();
    }

    /** Dekker's pattern, by which an unlocker finds a waiter: of two that store and then look, one sees the other. */
    @Test
    void ofTwoThatStoreAndThenLookOneSeesTheOther() throws InterruptedException {
        long mine = at;
        long theirs = at + 64;
        long turns = at + 128;
        boolean[] seenThere = new boolean[1];
        AtomicBoolean missed = new AtomicBoolean();
        Thread there = Thread.ofPlatform().start(() -> {
            for (int i = 1; i <= ROUNDS; i++) {
                other.putInt(theirs, i);
                seenThere[0] = other.getInt(mine) == i;
                meet(other, turns, 2 * i);
                meet(other, turns + 64, 2 * i);
            }
        });
        for (int i = 1; i <= ROUNDS; i++) {
            port.putInt(mine, i);
            boolean seen = port.getInt(theirs) == i;
            meet(port, turns, 2 * i);
            missed.compareAndSet(false, !seen && !seenThere[0]);
            meet(port, turns + 64, 2 * i);
        }
        there.join();
        assertThat(missed).isFalse();
    }

    private static void meet(Port port, long at, int both) {
        port.getAndAddInt(at, 1);
        while (port.getInt(at) < both) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aSleeperIsWokenThroughTheOtherMapping() throws InterruptedException {
        Thread sleeper = Thread.ofPlatform().start(() -> {
            while (port.getInt(at) == 0) {
                port.awaitWord(at, 0, Long.MAX_VALUE);
            }
        });
        Await.until("it sleeps", () -> sleeper.getState() == Thread.State.RUNNABLE && isInFutex(sleeper));
        other.putInt(at, 1);
        other.wakeWord(at);
        assertThat(sleeper.join(Duration.ofSeconds(60))).isTrue();
    }

    /** A native call: the stack ends in it. */
    private static boolean isInFutex(Thread thread) {
        for (StackTraceElement element : thread.getStackTrace()) {
            if (element.getMethodName().equals("awaitWord")) {
                return true;
            }
        }
        return false;
    }

    @Test
    void afterTheEndNothingIsAccessed() {
        file.close();
        assertThatThrownBy(() -> port.getInt(at)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> port.compareAndExchangeLong(at, 0, 1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> port.awaitWord(at, 0, 1)).isInstanceOf(IllegalStateException.class);
        other.putInt(at, 1);
    }
}
