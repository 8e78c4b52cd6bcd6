package dev.tpfutex.shm.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tpfutex.api.SpaceOpenException;
import dev.tpfutex.api.SpaceOpenException.Reason;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which machines are supported; their numbers are checked by every other test on the machine it runs on. */
class AbiTest {

    @ParameterizedTest
    @CsvSource({"Linux,amd64,X86_64", "Linux,x86_64,X86_64", "Linux,aarch64,AARCH64"})
    void knowsTheSupported(String system, String machine, Abi abi) {
        assertThat(Abi.of(system, machine)).isEqualTo(abi);
    }

    @ParameterizedTest
    @CsvSource({"Mac OS X,aarch64", "Windows 11,amd64", "Linux,riscv64", "Linux,i386", "Linux,arm"})
    void refusesOthers(String system, String machine) {
        assertThatExceptionOfType(SpaceOpenException.class)
                .isThrownBy(() -> LibC.requireKnown(Path.of("orders.tpf"), system, machine))
                .withMessageContaining(system)
                .withMessageContaining(machine)
                .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.UNSUPPORTED_SYSTEM));
    }

    @Test
    void thisMachineIsSupported() {
        LibC.requireSupported(Path.of("orders.tpf"));
    }

    @Test
    void numbersOfOneMachineAreDistinct() {
        for (Abi abi : Abi.values()) {
            assertThat(Abi.Call.values()).extracting(abi::number).doesNotHaveDuplicates();
        }
    }

    @Test
    void errorsBelongToTheThread() {
        assertThat(NativeFiles.open("/no/such/file", NativeFiles.O_RDONLY, 0)).isEqualTo(-Errno.ENOENT);
        assertThat(Errno.describe(-Errno.ENOENT)).isEqualTo("no such file or directory (errno 2)");
        assertThat(Errno.describe(12345)).contains("12345");
    }
}
