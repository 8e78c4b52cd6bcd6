package dev.tpfutex.ctl;

import dev.tpfutex.robust.inspect.SpaceSnapshot;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A live view. */
@Command(
        name = "top",
        header = "Shows the most contended locks, again and again.",
        description = {
            "How many wait and for how long, and what happened per second since the last look.",
            "",
            "Without --count it goes on until interrupted. With --json each look is one line."
        },
        footer = {"", Exit.TABLE})
final class TopVerb extends Verb {

    private static final String CLEAR_SCREEN = "\033[H\033[2J";

    @Option(
            names = {"-i", "--interval"},
            paramLabel = "SECONDS",
            defaultValue = "1",
            description = "Time between two looks. Default: ${DEFAULT-VALUE}")
    Seconds interval;

    @Option(
            names = {"-n", "--count"},
            paramLabel = "N",
            defaultValue = "9223372036854775807",
            showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER,
            description = "End after so many looks.")
    long count;

    @Option(
            names = {"-l", "--limit"},
            paramLabel = "N",
            defaultValue = "20",
            description = "Show at most so many locks. Default: ${DEFAULT-VALUE}")
    int limit;

    @Parameters(paramLabel = "FILE", arity = "0..*", description = SpacePaths.FILES)
    List<String> files = List.of();

    @Override
    public Integer call() throws InterruptedException {
        try (OpenSpaces spaces = OpenSpaces.of(files)) {
            spaces.refused().forEach(e -> say(Complaint.of(e)));
            List<SpaceSnapshot> before = spaces.snapshots();
            for (long look = 0; look < count && !isOutputClosed(); look++) {
                interval.sleep();
                List<SpaceSnapshot> now = spaces.snapshots();
                show(LockRate.between(before, now).stream().limit(Math.max(0, limit)).toList(), now);
                before = now;
            }
            return Exit.OK;
        }
    }

    private void show(List<LockRate> rates, List<SpaceSnapshot> spaces) {
        if (json) {
            printJson(Json.line(Json.object(
                    "taken", spaces.isEmpty() ? null : spaces.getFirst().taken(),
                    "locks", rates.stream().map(LockRate::tree).toList())));
            return;
        }
        if (System.console() != null && System.console().isTerminal()) {
            out().print(CLEAR_SCREEN);
        }
        Table table = new Table("WAITERS", "LONGEST", "ACQ/S", "STEAL/S", "TOP/S", "HANDOFF/S", "SLEEP/S", "TIMEOUT/S",
                "LOCK", "HOLDER", "FILE");
        for (LockRate rate : rates) {
            table.add(
                    rate.lock().waiters().size(),
                    rate.lock().waiters().isEmpty() ? "-" : Text.of(rate.lock().longestWait()),
                    number(rate.acquisitions()),
                    number(rate.steals()),
                    number(rate.topWaits()),
                    number(rate.handOffs()),
                    number(rate.sleeps()),
                    number(rate.timeouts()),
                    rate.lock().name(),
                    Text.holders(rate.lock()),
                    rate.file());
        }
        print(table.lines(""));
        print("");
    }

    private static String number(double perSecond) {
        return perSecond >= 10 || perSecond == 0
                ? String.valueOf(Math.round(perSecond))
                : String.format(Locale.ROOT, "%.1f", perSecond);
    }
}
