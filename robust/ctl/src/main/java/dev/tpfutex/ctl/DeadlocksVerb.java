package dev.tpfutex.ctl;

import dev.tpfutex.robust.inspect.Deadlock;
import dev.tpfutex.robust.inspect.SpaceSnapshot;
import dev.tpfutex.robust.inspect.WaitEdge;
import dev.tpfutex.robust.inspect.WaitGraph;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Finds threads that wait for each other. */
@Command(
        name = "deadlocks",
        header = "Finds threads that wait for each other.",
        description = {
            "Threads of one process or several that wait for each other in a circle; readers count as holders."
                    + " Locks of all the files given are taken together.",
            "",
            "Looks twice, and reports what has not changed in between. Exit code 1 if there are deadlocks."
        },
        footer = {"", Exit.TABLE})
final class DeadlocksVerb extends Verb {

    @Option(
            names = "--interval",
            paramLabel = "SECONDS",
            defaultValue = "0.1",
            description = "Time between the two looks. Default: ${DEFAULT-VALUE}")
    Seconds interval;

    @Parameters(paramLabel = "FILE", arity = "0..*", description = SpacePaths.FILES)
    List<String> files = List.of();

    @Override
    public Integer call() throws InterruptedException {
        try (OpenSpaces spaces = OpenSpaces.of(files)) {
            spaces.refused().forEach(e -> say(Complaint.of(e)));
            List<SpaceSnapshot> earlier = spaces.snapshots();
            interval.sleep();
            List<Deadlock> found = WaitGraph.deadlocksInBoth(earlier, spaces.snapshots());
            if (json) {
                printJson(Json.pretty(Json.object("deadlocks", found.stream().map(Trees::deadlock).toList())));
            } else if (found.isEmpty()) {
                print("no deadlocks in " + Text.plural(earlier.size(), "space"));
            } else {
                found.forEach(deadlock -> print(lines(deadlock)));
            }
            return found.isEmpty() ? Exit.OK : Exit.NO;
        }
    }

    static List<String> lines(Deadlock deadlock) {
        List<String> edges = deadlock.edges().stream().map(edge -> "  " + line(edge)).toList();
        return java.util.stream.Stream.concat(
                java.util.stream.Stream.of("deadlock of " + Text.plural(edges.size(), "thread") + ":"), edges.stream())
                .toList();
    }

    static String line(WaitEdge edge) {
        return Text.thread(edge.waiter().task()) + " waits"
                + edge.waiter().waited().map(waited -> " (" + Text.of(waited) + ")").orElse("") + " for \""
                + edge.lock().name() + "\" of " + edge.space() + ", which "
                + Text.threadAndState(edge.holder().task(), edge.holder().state())
                + (edge.holder().shared() ? " reads under" : " owns");
    }
}
