package dev.tpfutex.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class BenchTest {

    private final StringWriter errors = new StringWriter();

    @ParameterizedTest
    @ValueSource(strings = {
        "", "nothing", "mutex -f XY", "mutex -p 0", "mutex -t 0", "mutex -l -1", "mutex -w 1025", "mutex -T -1",
        "mutex -r 0", "mutex -r NaN", "mutex --repeat 0", "mutex -p 2 -f juc", "rwlock -R 101", "rwlock -W -P",
        "rwlock -f pi", "grid -r x", "handoff -f juc", "waiters -t 0", "scale -r 0", "hackbench -l 0",
        "hackbench -g 1000", "report"})
    void refusesWhatItDoesNotUnderstand(String line) {
        assertThat(execute(line)).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(errors.toString()).containsIgnoringCase("usage:");
    }

    @ParameterizedTest
    @ValueSource(strings = {"mutex --help", "rwlock --help", "grid --help", "rwgrid --help", "handoff --help",
        "waiters --help", "scale --help", "hackbench --help"})
    void hasHelp(String line) {
        StringWriter help = new StringWriter();
        CommandLine commandLine = Bench.commandLine().setOut(new PrintWriter(help));
        assertThat(commandLine.execute(line.split(" "))).isZero();
        assertThat(help.toString()).contains("--json").contains("--repeat");
    }

    @Test
    void takesTypesInSmallLetters() {
        CommandLine.ParseResult parsed = Bench.commandLine().parseArgs("mutex", "-f", "tp,gcr");
        assertThat(parsed.subcommand().hasMatchedOption("-f")).isTrue();
    }

    private int execute(String line) {
        CommandLine commandLine = Bench.commandLine().setErr(new PrintWriter(errors));
        return commandLine.execute(line.isEmpty() ? new String[0] : line.split(" "));
    }
}
