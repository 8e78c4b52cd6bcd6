package dev.tpfutex.robust;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.robust.peer.PeerJvm;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Tests of the library through its API, as they are, once more with every JVM on Chronicle Bytes. Those that
 * have to do with the file, its end, and the ends of threads and processes; any other could be added.
 */
@Watched
@ExtendWith(OverChronicle.class)
class OverChronicleTest {

    @RegisterExtension
    final TestSpace space = new TestSpace();

    /** Or the tests below would show nothing. */
    @Test
    void theJvmsAreOnChronicle() throws IOException {
        PeerJvm peer = space.peer();
        peer.expect("tryLock book", "true");
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/" + peer.pid() + "/fd"))) {
            long open = descriptors.filter(descriptor -> Files.exists(descriptor) && leadsToSpace(descriptor)).count();
            assertThat(open).as("our descriptor and Chronicle's").isEqualTo(2);
        }
    }

    private boolean leadsToSpace(Path descriptor) {
        try {
            return Files.isSameFile(descriptor, space.path());
        } catch (IOException closedMeanwhile) {
            return false;
        }
    }

    @Nested
    class Exclusion extends ExclusionTest {}

    @Nested
    class OwnerDeath extends OwnerDeathTest {}

    @Nested
    class ReaderDeath extends RwDeathTest {}

    @Nested
    class ThreadDeath extends ThreadDeathTest {}

    @Nested
    class Replacement extends ReplacementTest {}

    @Nested
    class Truncation extends TruncationTest {}

    @Nested
    class Close extends CloseTest {}
}
