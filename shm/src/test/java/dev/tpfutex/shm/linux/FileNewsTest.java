package dev.tpfutex.shm.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is news of a file, and what is not. */
@Timeout(60)
class FileNewsTest {

    @TempDir
    Path directory;

    private Path file;
    private int fd;
    private FileNews news;

    @BeforeEach
    void open() throws IOException {
        file = Files.write(directory.resolve("file"), new byte[4096]);
        fd = NativeFiles.open(file.toString(), NativeFiles.O_RDWR, 0);
        news = FileNews.of(fd);
        assertThat(news.take()).isFalse();
    }

    @AfterEach
    void close() {
        news.close();
        NativeFiles.close(fd);
    }

    private void assertNews() {
        try (Poller poller = new Poller()) {
            poller.add(news.descriptor());
            assertThat(poller.await(-1)).containsExactly(news.descriptor());
            assertThat(news.take()).isTrue();
            assertThat(poller.await(0)).isEmpty();
            assertThat(news.take()).isFalse();
        }
    }

    @Test
    void itIsDeleted() throws IOException {
        Files.delete(file);
        assertNews();
    }

    @Test
    void anotherTakesItsPlace() throws IOException {
        Path other = Files.createFile(directory.resolve("other"));
        Files.move(other, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        assertNews();
    }

    @Test
    void itIsRenamed() throws IOException {
        Files.move(file, directory.resolve("other"));
        assertNews();
    }

    @Test
    void itIsShortened() throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(10);
        }
        assertNews();
    }

    @Test
    void useOfAMappingIsNoNews() throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            channel.map(MapMode.READ_WRITE, 0, 4096).put(ByteBuffer.wrap(new byte[] {1}));
        }
        assertThat(news.take()).isFalse();
    }

    @Test
    void thereIsNoneOfAClosedFile() {
        assertThat(FileNews.of(1_000_000)).isNull();
    }
}
