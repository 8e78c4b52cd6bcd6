package dev.tpfutex.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.bench.lock.LockType;
import dev.tpfutex.bench.result.CellResult;
import dev.tpfutex.bench.result.Fact;
import dev.tpfutex.bench.result.Samples;
import dev.tpfutex.bench.result.Session;
import dev.tpfutex.bench.result.Workload;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;
import picocli.CommandLine;

class ReportTest {

    private static final Pattern SVG = Pattern.compile("<svg.*?</svg>", Pattern.DOTALL);

    @TempDir
    private Path folder;
    private Path grid;
    private Path handOff;
    private Path html;
    private Path markdown;

    @BeforeEach
    void keepResults() throws Exception {
        grid = folder.resolve("grid.json");
        handOff = folder.resolve("handoff.json");
        html = folder.resolve("report.html");
        markdown = folder.resolve("report.md");
        List<CellResult> cells = new ArrayList<>(Samples.grid());
        cells.add(Samples.cell(Workload.mutex(2, 1, 10, 1), Map.of(LockType.TP, 90L, LockType.WW, 30L)));
        Session.of("grid", "machine: one", cells, List.of(new Fact("fairness, 2x4", "TP", "min/max", 0.8))).write(grid);
        Session.of("handoff", "machine: one", List.of(), List.of(
                new Fact("bare word, polled", "no lock", "us", 0.1, 0.2, 0.3),
                new Fact("hand-off to a waiter that spins", "TP", "us", 0.2, 0.4, 0.6),
                new Fact("a < b & c", "GC|R", "us", 1))).write(handOff);
    }

    @Test
    void textTellsWhereTargetsAreMissed() throws Exception {
        String text = markdown();
        assertThat(text).contains("| mutex grid: over the best rival, worst cell | ≥ 0.95 | 0.50 | no "
                + "| 2x4 load 1 delay 1 |");
        assertThat(text)
                .contains("fairness of the least even cell with up to 16 threads, 10 s: min/max | ≥ 0.75 | 0.80 "
                        + "| yes |");
        assertThat(text).contains("| hand-off to a waiter that spins: over a bare word, polled | ≤ 1.50 | 2 | no |");
        assertThat(text).contains("Where TP is behind the best rival: [2x4 load 1 delay 1] 0.50 x GCR.");
        assertThat(text).contains("machine").contains("grid");
    }

    @Test
    void textHasTheTables() throws Exception {
        assertThat(markdown()).contains("| cell | TP | WW | GCR | TP / best |")
                .contains("| 2x1 load 10 delay 1 | 0.000 | 0.000 |  | 3.00 |")
                .contains("| a &lt; b & c | GC\\|R | 1 | 1.000 | 1.000 | 1.000 | us |");
    }

    @Test
    void pageIsComplete() throws Exception {
        markdown();
        String page = Files.readString(html);
        assertThat(page).startsWith("<!DOCTYPE html>").contains("a &lt; b &amp; c").doesNotContain("NaN")
                .doesNotContain("src=").doesNotContain("href=");
        List<String> pictures = SVG.matcher(page).results().map(MatchResult::group).toList();
        // The ratios; one plot over threads, one over load; the waits of three cells.
        assertThat(pictures).hasSize(6);
        for (String picture : pictures) {
            DocumentBuilderFactory.newInstance().newDocumentBuilder()
                    .parse(new InputSource(new StringReader(picture)));
        }
    }

    @Test
    void takesResultsOfJmh() throws Exception {
        Path file = Files.writeString(folder.resolve("jmh.json"), """
                [{"benchmark": "dev.tpfutex.bench.UncontendedBenchmark.sharedMutex", "jdkVersion": "25",
                  "primaryMetric": {"scoreUnit": "ns/op", "rawData": [[5.0, 6.0], [7.0]]}},
                 {"benchmark": "dev.tpfutex.bench.UncontendedBenchmark.reentrantLock", "jdkVersion": "25",
                  "primaryMetric": {"scoreUnit": "ns/op", "rawData": [[4.0]]}}]
                """);
        assertThat(execute(file.toString())).isZero();
        assertThat(Files.readString(markdown))
                .contains("| uncontended pair: over ReentrantLock | ≤ 1.10 | 1.50 | no |")
                .contains("| sharedMutex | JMH | 3 | 5.000 | 6.000 | 7.000 | ns/op |");
    }

    @Test
    void refusesWhatIsNoResult() throws Exception {
        Path file = Files.writeString(folder.resolve("wrong.json"), "{}");
        assertThat(execute(file.toString())).isEqualTo(1);
        assertThat(execute(folder.resolve("missing.json").toString())).isEqualTo(1);
        assertThat(html).doesNotExist();
    }

    private String markdown() throws Exception {
        assertThat(execute(grid.toString(), handOff.toString())).isZero();
        return Files.readString(markdown);
    }

    private int execute(String... files) {
        List<String> arguments = new ArrayList<>(List.of(files));
        arguments.addAll(List.of("--html", html.toString(), "--markdown", markdown.toString()));
        return new CommandLine(new ReportCommand()).setErr(new PrintWriter(new StringWriter()))
                .execute(arguments.toArray(new String[0]));
    }
}
