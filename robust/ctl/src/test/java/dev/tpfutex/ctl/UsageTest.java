package dev.tpfutex.ctl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.api.SpaceOpenException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;

/** The texts, and what happens with wrong arguments. */
class UsageTest {

    private static final List<String> VERBS = List.of(
            "ls", "show", "dump", "top", "watch", "deadlocks", "doctor", "reset", "release", "wait", "exec");

    private static Map<String, CommandLine> verbs() {
        return Ctl.commandLine().getSubcommands();
    }

    @Test
    void eachVerbTellsAllItCanDo() {
        assertThat(verbs().keySet()).containsExactlyElementsOf(VERBS);
        verbs().forEach((name, verb) -> {
            Run help = Run.expect(0, name, "--help");
            assertThat(help.out()).as(name).contains("Usage: tpfutexctl " + name, "Exit codes");
            assertThat(verb.getCommandSpec().args()).as(name).allSatisfy(UsageTest::isDescribed);
            assertThat(verb.getCommandSpec().findOption("--json")).as(name).isNotNull();
            assertThat(help.out().lines().toList()).as(name).allSatisfy(line -> assertThat(line).hasSizeLessThan(81));
        });
    }

    private static void isDescribed(ArgSpec argument) {
        assertThat(argument.description()).as("%s", argument).isNotEmpty();
    }

    @Test
    void theWholeTellsItsVerbs() {
        assertThat(Run.expect(0, "--help").out()).contains(VERBS);
        assertThat(Run.expect(0, "--version").out()).contains("layout version");
    }

    @Test
    void wrongArgumentsAreTold() {
        wrong("which command?", "tpfutexctl");
        wrong("there is no command \"shwo\"; the most similar: show", "tpfutexctl", "shwo", "/dev/shm/orders.tpf");
        wrong("there is no command \"qqqqqqqq\"", "tpfutexctl", "qqqqqqqq");
        wrong("--colour", "tpfutexctl", "--colour", "ls");
        wrong("--colour", "tpfutexctl ls", "ls", "--colour");
        wrong("LOCK", "tpfutexctl show", "show", "/dev/shm/orders.tpf");
        wrong("-1", "tpfutexctl top", "top", "-i", "-1", "/dev/shm/orders.tpf");
        wrong("which command?", "tpfutexctl exec", "exec", "orders", "book", "--");
        assertThat(Run.expect(64, "watch", "-e", "nothing", "/dev/shm/orders.tpf").err()).contains("slow-wait");
    }

    /** What is wrong, and where to read more: the help itself would hide the one line that matters. */
    private static void wrong(String what, String command, Object... args) {
        Run run = Run.expect(64, args);
        assertThat(run.err().lines().toList()).as("%s", run).hasSize(2).satisfiesExactly(
                line -> assertThat(line).startsWith("tpfutexctl: ").contains(what),
                line -> assertThat(line).isEqualTo("Try \"" + command + " --help\"."));
        assertThat(run.out()).isEmpty();
    }

    @Test
    void commandsToTypeAreQuoted() {
        assertThat(Typed.reset(Path.of("/dev/shm/a b.tpf"), "it's; rm *"))
                .isEqualTo("tpfutexctl reset '/dev/shm/a b.tpf' 'it'\\''s; rm *'");
        assertThat(Typed.line("chmod", "o-w", "/dev/shm/a.tpf")).isEqualTo("chmod o-w /dev/shm/a.tpf");
    }

    @Test
    void complaintsNameNoMethods() {
        for (SpaceOpenException.Reason reason : SpaceOpenException.Reason.values()) {
            String text = Complaint.of(new SpaceOpenException(Path.of("/dev/shm/a.tpf"), reason, "some detail"));
            assertThat(text).contains("/dev/shm/a.tpf", "some detail");
            assertThat(text).doesNotContain("()", "SpaceOptions");
        }
    }

    @Test
    void missingFilesAreTold() {
        for (String verb : List.of("ls", "dump", "deadlocks")) {
            assertThat(Run.expect(66, verb, "/dev/shm/no/such.tpf").err())
                    .contains("/dev/shm/no/such.tpf", "there is no such file", "Check the path")
                    .doesNotContain("SpaceOptions");
        }
        assertThat(Run.expect(66, "show", "no-such-space", "book").err()).contains("/dev/shm/no-such-space.tpf");
        assertThat(Run.expect(66, "wait", "/dev/shm/no/such.tpf", "book").err()).contains("there is no such file");
    }

    @Test
    void whatCouldSteerATerminalIsNotPrinted() {
        assertThat(Printable.of("book \u001b[2J\u009b \u202e \n ä 鍵 \ud83d\ude00"))
                .isEqualTo("book ?[2J? ? ? ä 鍵 \ud83d\ude00");
    }
}
