package dev.tpfutex.bench.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.api.ReadWriteOptions.Preference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WorkloadTest {

    private static final Workload WORKLOAD = new Workload(true, 2, 3, 4, 5, 6, 7, 90, Preference.WRITERS, true);

    @Test
    void isEncodedInOneLine() {
        assertThat(Workload.decode(("main prepare TP " + WORKLOAD.encode()).split(" "), 3)).isEqualTo(WORKLOAD);
    }

    @Test
    void hasAName() {
        assertThat(WORKLOAD.name())
                .isEqualTo("2x3 read 90% load 4 delay 5 sleeping 6/1024 timeout 7 us prefer writers separate");
        assertThat(Workload.mutex(2, 1, 1, 10).name()).isEqualTo("2x1 load 1 delay 10");
    }

    @Test
    void hasReadersAndWriters() {
        assertThat(readers(Workload.rwLock(2, 5, 1, 1, 70))).isEqualTo(7);
        assertThat(readers(Workload.rwLock(2, 2, 1, 1, 99))).isEqualTo(3);
        assertThat(readers(Workload.rwLock(2, 2, 1, 1, 1))).isEqualTo(1);
        assertThat(readers(Workload.rwLock(2, 2, 1, 1, 100))).isEqualTo(4);
        assertThat(readers(Workload.rwLock(2, 2, 1, 1, 0))).isZero();
    }

    private static long readers(Workload workload) {
        return IntStream.range(0, workload.allThreads()).filter(workload::isReader).count();
    }
}
