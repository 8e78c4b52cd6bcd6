package dev.tpfutex.shm.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that do not arrive; those that do, ManagedDaemonTest of module robust hears. */
class UnixDatagramTest {

    @TempDir
    Path directory;

    @Test
    void nobodyListens() {
        assertThat(UnixDatagram.send(directory.resolve("nobody").toString(), "x")).isEqualTo(-Errno.ENOENT);
        assertThat(UnixDatagram.send("@" + directory, "x")).isEqualTo(-Errno.ECONNREFUSED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "relative", "vsock:2:1234"})
    void otherAddressesAreRefused(String address) {
        assertThat(UnixDatagram.send(address, "x")).isEqualTo(-Errno.EINVAL);
    }

    @Test
    void aNameHasALimit() {
        assertThat(UnixDatagram.send("/" + "x".repeat(106), "x")).isEqualTo(-Errno.ENOENT);
        assertThat(UnixDatagram.send("/" + "x".repeat(107), "x")).isEqualTo(-Errno.ENAMETOOLONG);
        assertThat(UnixDatagram.send("@" + "x".repeat(106), "x")).isEqualTo(-Errno.ECONNREFUSED);
    }
}
