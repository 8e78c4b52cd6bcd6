package dev.tpfutex.bench.scale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.bench.lock.Words;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResidentTest {

    @Test
    void addsTheMappingsOfOneFile() {
        List<String> maps = List.of(
                "7f00-7f10 rw-s 00000000 00:1a 12                         /dev/shm/one.tpf",
                "Size:                 64 kB",
                "Rss:                   8 kB",
                "VmFlags: rd wr sh mr mw me ms sd",
                "7f10-7f20 rw-s 00000000 00:1a 13                         /dev/shm/two.tpf",
                "Rss:                 100 kB",
                "7f20-7f30 rw-p 00000000 00:00 0 ",
                "Rss:                1000 kB",
                "7f30-7f40 rw-s 00010000 00:1a 12                         /dev/shm/one.tpf",
                "Rss:                  16 kB");
        assertThat(Resident.bytes(maps, "/dev/shm/one.tpf")).isEqualTo(24 * 1024);
        assertThat(Resident.bytes(maps, "/dev/shm/none.tpf")).isZero();
    }

    @Test
    void seesWhatThisProcessHasTouched(@TempDir Path folder) throws Exception {
        Path file = folder.toRealPath().resolve("page");
        MemorySegment page = Words.map(file);
        page.set(ValueLayout.JAVA_INT, 0, 1);
        assertThat(Resident.bytes(file)).isEqualTo(page.byteSize());
    }
}
