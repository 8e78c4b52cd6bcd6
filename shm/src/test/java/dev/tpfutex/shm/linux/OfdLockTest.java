package dev.tpfutex.shm.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tpfutex.shm.SharedMemoryDir;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Byte locks of two open file descriptions of one process. */
class OfdLockTest {

    @TempDir(factory = SharedMemoryDir.class)
    Path directory;

    private String file;
    private int first;
    private int second;

    @BeforeEach
    void open() throws Exception {
        file = Files.createFile(directory.resolve("file")).toString();
        first = NativeFiles.open(file, NativeFiles.O_RDWR, 0);
        second = NativeFiles.open(file, NativeFiles.O_RDWR, 0);
    }

    @AfterEach
    void close() {
        NativeFiles.close(first);
        NativeFiles.close(second);
    }

    @Test
    void excludesOtherDescriptionsOnly() {
        assertThat(OfdLock.tryLock(first, 1L << 40)).isTrue();
        assertThat(OfdLock.tryLock(first, 1L << 40)).isTrue();
        assertThat(OfdLock.heldByOther(first, 1L << 40)).isFalse();
        assertThat(OfdLock.heldByOther(second, 1L << 40)).isTrue();
        assertThat(OfdLock.tryLock(second, 1L << 40)).isFalse();
        assertThat(OfdLock.tryLock(second, 7)).isTrue();
        OfdLock.unlock(first, 1L << 40);
        OfdLock.unlock(first, 7);
        assertThat(OfdLock.heldByOther(second, 1L << 40)).isFalse();
        assertThat(OfdLock.heldByOther(first, 7)).isTrue();
    }

    @Test
    void survivesTheClosingOfOtherDescriptors() {
        assertThat(OfdLock.tryLock(first, 3)).isTrue();
        int third = NativeFiles.open(file, NativeFiles.O_RDWR, 0);
        NativeFiles.close(third);
        assertThat(OfdLock.heldByOther(second, 3)).isTrue();
        NativeFiles.close(first);
        first = -1;
        assertThat(OfdLock.heldByOther(second, 3)).isFalse();
    }

    @Test
    void whoMayOnlyReadCannotPassForAHolder() {
        int reader = NativeFiles.open(file, NativeFiles.O_RDONLY, 0);
        assertThat(OfdLock.tryShare(reader, 5)).isTrue();
        assertThat(OfdLock.heldByOther(first, 5)).isFalse();
        assertThat(OfdLock.anyHeldByOther(first, 5, 6)).isTrue();
        NativeFiles.close(reader);
    }

    @Test
    void reportsClosedDescriptors() {
        assertThatThrownBy(() -> OfdLock.tryLock(-1, 0)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> OfdLock.heldByOther(-1, 0)).isInstanceOf(IllegalStateException.class);
    }
}
