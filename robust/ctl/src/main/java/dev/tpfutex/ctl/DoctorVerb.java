package dev.tpfutex.ctl;

import dev.tpfutex.api.LockSpaceException;
import dev.tpfutex.api.SpaceOpenException;
import dev.tpfutex.ctl.Finding.Level;
import dev.tpfutex.robust.inspect.SpaceInspector;
import dev.tpfutex.robust.inspect.SpaceSnapshot;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Checks space files. */
@Command(
        name = "doctor",
        header = "Checks space files.",
        description = {
            "Looks at version, size and damage; processes that are dead and not cleaned up after; locks with"
                    + " dead or stopped holders, or in need of repair; deadlocks; limits nearly reached; file system"
                    + " and permissions.",
            "",
            "Exit code 0 if nothing is the matter, 1 if there are warnings, 2 if there are errors."
        },
        footer = {"", Exit.TABLE})
final class DoctorVerb extends Verb {

    @Option(
            names = "--interval",
            paramLabel = "SECONDS",
            defaultValue = "0.5",
            description = "Time between the two looks that are compared. Default: ${DEFAULT-VALUE}")
    Seconds interval;

    @Parameters(paramLabel = "FILE", arity = "0..*", description = SpacePaths.FILES)
    List<String> files = List.of();

    @Override
    public Integer call() throws InterruptedException {
        List<Object> trees = new ArrayList<>();
        Level worst = Level.ADVICE;
        for (Path path : SpacePaths.all(files)) {
            List<Finding> findings = examine(path);
            for (Finding finding : findings) {
                worst = finding.level().compareTo(worst) > 0 ? finding.level() : worst;
            }
            if (json) {
                trees.add(tree(path, findings));
            } else {
                show(path, findings);
            }
        }
        if (json) {
            printJson(Json.pretty(Json.object("spaces", trees)));
        }
        return switch (worst) {
            case ADVICE -> Exit.OK;
            case WARNING -> Exit.NO;
            case ERROR -> Exit.ERRORS;
        };
    }

    private List<Finding> examine(Path path) throws InterruptedException {
        List<Finding> findings = new ArrayList<>();
        try (SpaceInspector space = SpaceInspector.open(path)) {
            SpaceSnapshot earlier = space.snapshot();
            interval.sleep();
            findings.addAll(new SpaceChecks(earlier, space.snapshot()).run());
            findings.addAll(new FileChecks(space.view()).run());
        } catch (SpaceOpenException e) {
            findings.add(new Finding(Level.ERROR, "file", strip(Complaint.of(e)), ""));
        } catch (LockSpaceException e) {
            findings.add(new Finding(Level.ERROR, "size", strip(Complaint.of(e)), ""));
        }
        return findings;
    }

    private static String strip(String sentence) {
        return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
    }

    private static long count(List<Finding> findings, Level level) {
        return findings.stream().filter(finding -> finding.level() == level).count();
    }

    private static Map<String, Object> tree(Path path, List<Finding> findings) {
        return Json.object(
                "file", path,
                "errors", count(findings, Level.ERROR),
                "warnings", count(findings, Level.WARNING),
                "findings", findings.stream().map(Finding::tree).toList());
    }

    private void show(Path path, List<Finding> findings) {
        print(path + ": " + Text.plural(count(findings, Level.ERROR), "error") + ", "
                + Text.plural(count(findings, Level.WARNING), "warning"));
        findings.stream().sorted((a, b) -> b.level().compareTo(a.level())).forEach(finding -> print(finding.line()));
    }
}
