package dev.tpfutex.ctl;

import dev.tpfutex.robust.inspect.Deadlock;
import dev.tpfutex.robust.inspect.SpaceSnapshot;
import dev.tpfutex.robust.inspect.WaitGraph;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A stream of events. */
@Command(
        name = "watch",
        header = "Prints what happens, as it happens.",
        description = {
            "One line an event: slow waits and their end, hand-offs, time-outs, owner deaths,"
                    + " repairs, processes that come, go, die and are cleaned up after, changes of the coordinator,"
                    + " deadlocks, damage.",
            "",
            "Events are found by looking again and again. What is over between two looks is told only if a counter"
                    + " has changed. Without --count or --for it goes on until interrupted."
        },
        footer = {"", Exit.TABLE})
final class WatchVerb extends Verb {

    @Option(
            names = {"-i", "--interval"},
            paramLabel = "SECONDS",
            defaultValue = "0.1",
            description = "Time between two looks. Default: ${DEFAULT-VALUE}")
    Seconds interval;

    @Option(
            names = {"-s", "--slow"},
            paramLabel = "SECONDS",
            defaultValue = "1",
            description = "Tell of waits of this length or longer. Default: ${DEFAULT-VALUE}")
    Seconds slow;

    @Option(
            names = {"-n", "--count"},
            paramLabel = "N",
            description = "End after so many events.")
    Long count;

    @Option(
            names = "--for",
            paramLabel = "SECONDS",
            description = "End after this time.")
    Seconds time;

    @Option(
            names = {"-e", "--event"},
            paramLabel = "TYPE",
            split = ",",
            description = "Only events of these types, such as slow-wait,owner-died.")
    List<String> types = List.of();

    @Parameters(paramLabel = "FILE", arity = "0..*", description = SpacePaths.FILES)
    List<String> files = List.of();

    private final Map<UUID, SpaceWatch> watches = new HashMap<>();
    private List<Deadlock> candidates = List.of();
    private List<Deadlock> reported = List.of();

    @Override
    public Integer call() throws InterruptedException {
        checkTypes();
        long begin = System.nanoTime();
        long left = count == null ? Long.MAX_VALUE : count;
        try (OpenSpaces spaces = OpenSpaces.of(files)) {
            spaces.refused().forEach(e -> say(Complaint.of(e)));
            while (left > 0 && !spaces.isEmpty() && !isOutputClosed()) {
                for (Event event : look(spaces.snapshots())) {
                    if (left > 0 && isWanted(event)) {
                        show(event);
                        left--;
                    }
                }
                if (time != null && System.nanoTime() - begin >= time.duration().toNanos()) {
                    break;
                }
                interval.sleep();
            }
            return Exit.OK;
        }
    }

    private void checkTypes() {
        List<String> known = java.util.Arrays.stream(Event.Type.values()).map(Event.Type::text).toList();
        types.stream().filter(type -> !known.contains(type)).findFirst().ifPresent(unknown -> {
            throw new picocli.CommandLine.ParameterException(
                    spec.commandLine(), "there are no events \"" + unknown + "\", but " + String.join(", ", known));
        });
    }

    private void show(Event event) {
        if (json) {
            printJson(Json.line(event.tree()));
        } else {
            print(event.line());
        }
    }

    private boolean isWanted(Event event) {
        return types.isEmpty() || types.contains(event.type().text());
    }

    private List<Event> look(List<SpaceSnapshot> spaces) {
        List<Event> events = new ArrayList<>();
        for (SpaceSnapshot space : spaces) {
            events.addAll(watches.computeIfAbsent(space.facts().uuid(), uuid -> new SpaceWatch(slow.duration()))
                    .look(space));
        }
        events.addAll(deadlocks(spaces));
        return events;
    }

    /** Those that are the same in two looks, each once. */
    private List<Event> deadlocks(List<SpaceSnapshot> spaces) {
        List<Deadlock> now = WaitGraph.of(spaces).cycles();
        List<Deadlock> sure = now.stream().filter(found -> isAmong(found, candidates)).toList();
        List<Event> events = new ArrayList<>();
        for (Deadlock deadlock : sure) {
            if (!isAmong(deadlock, reported)) {
                events.add(new Event(
                        spaces.getFirst().taken(),
                        Event.Type.DEADLOCK,
                        deadlock.edges().getFirst().space(),
                        deadlock.edges().getFirst().lock().name(),
                        String.join("; ", deadlock.edges().stream().map(DeadlocksVerb::line).toList())));
            }
        }
        candidates = now;
        reported = sure;
        return events;
    }

    private static boolean isAmong(Deadlock deadlock, List<Deadlock> others) {
        return others.stream().anyMatch(deadlock::isSameAs);
    }
}
