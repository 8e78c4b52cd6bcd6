package dev.tpfutex.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the demo as its users do: as a process that starts others. */
class DemoTest {

    private static final String RESULT = "demo: ok ops=[1-9]\\d* ops/s=\\d+ kills=[1-9]\\d* ownerDeaths=\\d+ "
            + "recoveryP50=(-|\\d+\\.\\d\\dms) recoveryMax=(-|\\d+\\.\\d\\dms) maxWait=\\d+\\.\\d\\dms %sviolations=0";

    @TempDir
    private Path folder;

    @Test
    void survivesKilledWorkers() throws Exception {
        Run run = Run.start(folder, "--seconds", "5", "--kill-every", "500ms");

        assertThat(run.awaitEnd()).as(run.output()).isZero();
        assertThat(run.lastLine()).matches(RESULT.formatted(""));
        assertThat(run.output()).containsOnlyOnce("demo: ");
    }

    @Test
    void survivesKilledDaemonsToo() throws Exception {
        Run run = Run.start(folder, "--seconds", "5", "--kill-every", "500ms", "--daemon");

        assertThat(run.awaitEnd()).as(run.output()).isZero();
        assertThat(run.lastLine()).matches(RESULT.formatted("daemonKills=\\d+ "));
    }

    @Test
    void survivesKilledReadersToo() throws Exception {
        Run run = Run.start(folder, "--seconds", "5", "--kill-every", "500ms", "--rw", "90");

        assertThat(run.awaitEnd()).as(run.output()).isZero();
        assertThat(run.lastLine()).matches(RESULT.formatted("reads=[1-9]\\d* writes=[1-9]\\d* "
                + "maxReadWait=\\d+\\.\\d\\dms maxWriteWait=\\d+\\.\\d\\dms readersKilled=\\d+ "));
    }

    @Test
    void survivesASoakOfReaders() throws Exception {
        Run run = Run.start(Soak.class, folder, "--seconds", "10", "--longest-wait", "60s", "--rw", "70");

        assertThat(run.awaitEnd()).as(run.output()).isZero();
        assertThat(run.lastLine()).startsWith("soak: ok").contains(" reads=", " readerThreadDeaths=")
                .endsWith(" violations=0");
    }

    @Test
    void survivesASoak() throws Exception {
        Run run = Run.start(Soak.class, folder, "--seconds", "10", "--longest-wait", "60s");

        assertThat(run.awaitEnd()).as(run.output()).isZero();
        assertThat(run.lastLine()).startsWith("soak: ok").contains(" hostKills=", " unexplained=0 ")
                .endsWith(" violations=0");
        assertThat(folder).isDirectoryNotContaining("glob:**.script.log");
    }

    @Test
    void keepsTheUsersSpaceAndNothingElse() throws Exception {
        Path space = folder.resolve("my.tpf");
        for (int round = 0; round < 2; round++) {
            Run run = Run.start(folder, "--seconds", "2", "--kill-every", "0", "--processes", "2", "--space",
                    space.toString());
            assertThat(run.awaitEnd()).as(run.output()).isZero();
            assertThat(run.output()).contains("none of them is killed", " recoveryP50=- ");
        }

        assertThat(folder).isDirectoryContaining(space::equals);
        assertThat(folder).isDirectoryNotContaining("glob:**/my.tpf.*");
    }

    @Test
    void leavesNoProcessBehindWhenItIsKilled() throws Exception {
        Path space = folder.resolve("my.tpf");
        Run run = Run.start(folder, "--seconds", "60", "--kill-every", "0", "--daemon", "--space", space.toString());
        run.awaitOutput(" ops/s ");
        List<ProcessHandle> children = run.children();
        run.kill();

        assertThat(children).hasSize(4);
        for (ProcessHandle child : children) {
            child.onExit().get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void explainsWrongArguments() throws Exception {
        Run run = Run.start(folder, "--threads", "many");

        assertThat(run.awaitEnd()).isEqualTo(2);
        assertThat(run.output()).contains("--threads must be a number").contains("usage: examples/run demo");
    }

    @Test
    void refusesAFileThatIsNotASpace() throws Exception {
        Path file = Files.writeString(folder.resolve("notes.txt"), "not a lock space");
        Run run = Run.start(folder, "--seconds", "2", "--space", file.toString());

        assertThat(run.awaitEnd()).isEqualTo(1);
        assertThat(run.output()).contains("not a lock space").doesNotContain("evidence");
        assertThat(file).hasContent("not a lock space");
        assertThat(folder).isDirectoryNotContaining("glob:**/notes.txt.*");
    }

    /** One run of the demo. */
    private record Run(Process process, Path outputFile) {

        static Run start(Path folder, String... arguments) throws IOException {
            return start(Demo.class, folder, arguments);
        }

        static Run start(Class<?> main, Path folder, String... arguments) throws IOException {
            List<String> command = new ArrayList<>(List.of(JvmCommand.tool("java").toString(),
                    "--enable-native-access=ALL-UNNAMED", "-Djava.io.tmpdir=" + folder,
                    "-cp", System.getProperty("java.class.path"), main.getName()));
            command.addAll(List.of(arguments));
            Path output = folder.resolve("output.txt");
            return new Run(new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start(), output);
        }

        int awaitEnd() throws InterruptedException {
            assertThat(process.waitFor(90, TimeUnit.SECONDS)).as("the demo ends").isTrue();
            return process.exitValue();
        }

        String output() throws IOException {
            return Files.readString(outputFile);
        }

        String lastLine() throws IOException {
            return output().lines().toList().getLast();
        }

        void awaitOutput(String text) throws IOException, InterruptedException {
            for (int tries = 0; tries < 600 && !output().contains(text); tries++) {
                Thread.sleep(50);
            }
            assertThat(output()).contains(text);
        }

        List<ProcessHandle> children() {
            return process.children().toList();
        }

        void kill() throws InterruptedException {
            process.destroyForcibly().waitFor();
        }
    }
}
