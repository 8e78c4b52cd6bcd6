package dev.tpfutex.bench.report;

import dev.tpfutex.bench.result.Session;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bench report}. */
@Command(name = "report", sortOptions = false,
        description = "Makes one page, with plots and tables, of results that other"
                + " benchmarks kept by --json, and of JMH's (-rf json -rff FILE).")
public final class ReportCommand implements Callable<Integer> {

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "results")
    private List<Path> files;

    @Option(names = "--html", paramLabel = "FILE", defaultValue = "bench-report.html",
            description = "the page (${DEFAULT-VALUE})")
    private Path html;

    @Option(names = "--markdown", paramLabel = "FILE", description = "also as text, for docs/PERFORMANCE.md")
    private Path markdown;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "show this")
    private boolean help;

    @Override
    public Integer call() {
        try {
            List<Session> sessions = new ArrayList<>();
            for (Path file : files) {
                sessions.add(JmhResults.isSuch(file) ? JmhResults.read(file) : Session.read(file));
            }
            List<Section> sections = new Report(sessions).sections();
            write(html, HtmlReport.of(sections));
            if (markdown != null) {
                write(markdown, MarkdownReport.of(sections));
            }
            return 0;
        } catch (IOException failure) {
            System.err.println(failure.getMessage() == null ? failure : failure.getMessage());
            return 1;
        }
    }

    private static void write(Path file, String text) throws IOException {
        Files.writeString(file, text);
        System.out.println("wrote " + file);
    }
}
