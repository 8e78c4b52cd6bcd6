package dev.tpfutex.ctl;

import static org.assertj.core.api.Assertions.assertThat;

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
        assertThat(Run.expect(64).err()).contains("which command?", "Usage: tpfutexctl");
        Run.expect(64, "lock");
        Run.expect(64, "show", "/dev/shm/orders.tpf");
        Run.expect(64, "top", "-i", "-1", "/dev/shm/orders.tpf");
        assertThat(Run.expect(64, "watch", "-e", "nothing", "/dev/shm/orders.tpf").err()).contains("slow-wait");
    }

    @Test
    void missingFilesAreTold() {
        for (String verb : List.of("ls", "dump", "deadlocks")) {
            assertThat(Run.expect(66, verb, "/dev/shm/no/such.tpf").err()).contains("/dev/shm/no/such.tpf");
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
