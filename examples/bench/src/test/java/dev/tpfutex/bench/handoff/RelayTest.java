package dev.tpfutex.bench.handoff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.bench.lock.LockType;
import dev.tpfutex.bench.lock.TestedMutex;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The three parts in three threads instead of JVMs. */
@Timeout(60)
class RelayTest {

    private static final int ROUNDS = 3;
    private static final long ASLEEP_NANOS = 10_000_000;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource
    void everyRoundIsTimed(Way way) throws InterruptedException {
        TestedMutex lock = way.hasLock() ? LockType.WW.mutex(folder, LockType.SHARED) : null;
        List<Long> first = Collections.synchronizedList(new ArrayList<>());
        List<Long> second = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        threads.add(start(way, lock, (relay, round) -> relay.owner(round)));
        threads.add(start(way, lock, (relay, round) -> first.add(relay.first(round))));
        if (way == Way.QUEUED) {
            threads.add(start(way, lock, (relay, round) -> second.add(relay.second(round))));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        List<Long> times = way == Way.QUEUED ? second : first;
        assertThat(times).hasSize(ROUNDS).allSatisfy(nanos -> assertThat(nanos).isPositive());
    }

    /** One round of a part. */
    private interface Part {
        void play(Relay relay, long round);
    }

    private Thread start(Way way, TestedMutex lock, Part part) {
        Relay relay = new Relay(folder.resolve("page"), way, lock, ASLEEP_NANOS);
        return Thread.ofPlatform().start(() -> {
            for (long round = 1; round <= ROUNDS; round++) {
                part.play(relay, round);
            }
        });
    }
}
