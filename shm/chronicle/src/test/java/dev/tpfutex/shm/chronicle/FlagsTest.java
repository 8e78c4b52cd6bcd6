package dev.tpfutex.shm.chronicle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.SpaceOpenException;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A JVM with the flags that the documents name is silent and works; one without them says which it lacks. */
@Watched
class FlagsTest {

    @RegisterExtension
    final TestSpace space = new TestSpace();

    /** Locks and unlocks once. */
    public static final class Once {

        private Once() {}

        /** Argument: the space. */
        public static void main(String[] args) {
            try (LockSpace space = LockSpace.open(Path.of(args[0]))) {
                space.mutex("book").lock();
                space.mutex("book").unlock();
                System.out.println("done");
            } catch (SpaceOpenException refused) {
                System.out.println(refused.reason() + ": " + refused.getMessage());
            }
        }
    }

    private String run(List<String> flags) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Dtpfutex.mapping=chronicle"));
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Once.class.getName(),
                space.path().toString()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    @Test
    void allOfThem() throws IOException, InterruptedException {
        assertThat(run(ChronicleMapper.JVM_FLAGS).lines().filter(line -> !line.startsWith("SLF4J(W)")))
                .containsExactly("done");
    }

    @Test
    void eachIsNeeded() throws IOException, InterruptedException {
        for (String flag : ChronicleMapper.JVM_FLAGS) {
            List<String> others = new ArrayList<>(ChronicleMapper.JVM_FLAGS);
            others.remove(flag);
            assertThat(run(others).lines().filter(line -> !line.startsWith("SLF4J(W)")).toList())
                    .as("without " + flag).isNotEqualTo(List.of("done"));
        }
    }

    @Test
    void none() throws IOException, InterruptedException {
        assertThat(run(List.of())).contains("NO_SUCH_MAPPING", "Chronicle Bytes", space.path().toString(),
                String.join(" ", ChronicleMapper.JVM_FLAGS));
    }

    @Test
    void theDocumentNamesThem() throws IOException {
        Path document = Path.of("..", "..", "docs", "CHRONICLE.md");
        assertThat(Files.readString(document)).contains(String.join("\n", ChronicleMapper.JVM_FLAGS));
    }
}
