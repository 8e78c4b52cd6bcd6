package dev.tpfutex.shm.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.shm.SharedMemoryDir;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files by descriptor, compared with what the JDK says about them. */
class NativeFilesTest {

    @TempDir(factory = SharedMemoryDir.class)
    Path directory;

    @Test
    void publishesAnUnnamedFileOnce() throws Exception {
        Path name = directory.resolve("file");
        int fd = NativeFiles.openUnnamed(directory.toString(), 0600);
        assertThat(FileStatus.of(fd).links()).isZero();
        assertThat(NativeFiles.allocate(fd, 10_000)).isZero();
        assertThat(Files.list(directory)).isEmpty();
        assertThat(NativeFiles.publish(fd, name.toString())).isZero();
        assertThat(NativeFiles.publish(fd, name.toString())).isEqualTo(-Errno.EEXIST);
        assertThat(FileStatus.of(fd)).isEqualTo(FileStatus.of(name.toString()));
        NativeFiles.close(fd);
        assertThat(Files.size(name)).isEqualTo(10_000);
    }

    @Test
    void writesZerosWhereItCannotAllocate() throws Exception {
        Path name = directory.resolve("file");
        int fd = NativeFiles.open(name.toString(), NativeFiles.O_RDWR | NativeFiles.O_CREAT, 0600);
        assertThat(NativeFiles.writeZeros(fd, 200_001)).isZero();
        assertThat(FileStatus.of(fd).blocks() * 512).isGreaterThanOrEqualTo(200_001);
        NativeFiles.close(fd);
        assertThat(Files.size(name)).isEqualTo(200_001);
    }

    @Test
    void statusIsThatOfTheJdk() throws Exception {
        Path name = Files.writeString(directory.resolve("file"), "hello");
        FileStatus status = FileStatus.of(name.toString());
        assertThat(status.inode()).isEqualTo(Files.getAttribute(name, "unix:ino"));
        assertThat(status.mode()).isEqualTo(Files.getAttribute(name, "unix:mode"));
        assertThat(status.uid()).isEqualTo(Files.getAttribute(name, "unix:uid"));
        assertThat(status.gid()).isEqualTo(Files.getAttribute(name, "unix:gid"));
        assertThat(status.size()).isEqualTo(5);
        assertThat(status.isRegular()).isTrue();
        assertThat(FileStatus.of(directory.toString()).isDirectory()).isTrue();
        assertThat(FileStatus.of(directory.resolve("none").toString())).isNull();
        assertThat(FileStatus.of(-1)).isNull();
    }

    @Test
    void readsUpToTheEnd() throws Exception {
        byte[] content = new byte[300];
        Arrays.setAll(new int[300], i -> content[i] = (byte) i);
        Path name = Files.write(directory.resolve("file"), content);
        int fd = NativeFiles.open(name.toString(), NativeFiles.O_RDONLY, 0);
        assertThat(NativeFiles.read(fd, 0, 256)).isEqualTo(Arrays.copyOf(content, 256));
        assertThat(NativeFiles.read(fd, 290, 256)).isEqualTo(Arrays.copyOfRange(content, 290, 300));
        assertThat(NativeFiles.read(fd, 300, 10)).isEmpty();
        NativeFiles.close(fd);
        assertThat(NativeFiles.read(fd, 0, 1)).isNull();
    }

    @Test
    void tellsTheFileSystem() {
        assertThat(NativeFiles.fileSystemType("/proc")).isEqualTo(0x9fa0);
        assertThat(NativeFiles.fileSystemType(directory.toString())).isEqualTo(0x01021994);
        assertThat(NativeFiles.fileSystemType("/no/such/place")).isEqualTo(-Errno.ENOENT);
    }

    @Test
    void descriptorsDoNotReachChildren() throws Exception {
        Path name = Files.createFile(directory.resolve("file"));
        int fd = NativeFiles.open(name.toString(), NativeFiles.O_RDWR, 0);
        try {
            String flags = Files.readString(Path.of("/proc/self/fdinfo/" + fd));
            long value = flags.lines()
                    .filter(line -> line.startsWith("flags:"))
                    .mapToLong(line -> Long.parseLong(line.substring(6).strip(), 8))
                    .sum();
            assertThat(value & 0x80000).as("O_CLOEXEC").isNotZero();
        } finally {
            NativeFiles.close(fd);
        }
    }
}
