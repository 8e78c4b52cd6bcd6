package dev.tpfutex.ctl;

import dev.tpfutex.api.SpaceOpenException;
import dev.tpfutex.robust.inspect.CoordinatorSnapshot;
import dev.tpfutex.robust.inspect.LockSnapshot;
import dev.tpfutex.robust.inspect.SpaceSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists spaces and locks. */
@Command(
        name = "ls",
        header = "Lists spaces and their locks.",
        description = "Says of each lock who holds it, for how long, and how many wait.",
        footer = {"", Exit.TABLE})
final class LsVerb extends Verb {

    @Option(names = {"-b", "--busy"}, description = "Only locks that somebody holds or waits for, or that need care.")
    boolean busy;

    @Parameters(paramLabel = "FILE", arity = "0..*", description = SpacePaths.FILES)
    List<String> files = List.of();

    @Override
    public Integer call() {
        try (OpenSpaces spaces = OpenSpaces.of(files)) {
            List<SpaceSnapshot> snapshots = spaces.snapshots();
            if (json) {
                printJson(Json.pretty(tree(snapshots, spaces.refused())));
            } else {
                snapshots.forEach(this::show);
                spaces.refused().forEach(e -> say(Complaint.of(e)));
                if (spaces.isEmpty()) {
                    say("no lock space found");
                }
            }
            return !files.isEmpty() && !spaces.refused().isEmpty() ? Exit.NO_INPUT : Exit.OK;
        }
    }

    private Map<String, Object> tree(List<SpaceSnapshot> snapshots, List<SpaceOpenException> refused) {
        List<Object> trees = new ArrayList<>();
        for (SpaceSnapshot snapshot : snapshots) {
            Map<String, Object> space = Trees.space(snapshot);
            space.put("locks", shown(snapshot).stream().map(Trees::lock).toList());
            trees.add(space);
        }
        for (SpaceOpenException e : refused) {
            trees.add(Json.object("file", e.space(), "error", Complaint.of(e), "reason", e.reason()));
        }
        return Json.object("spaces", trees);
    }

    private List<LockSnapshot> shown(SpaceSnapshot space) {
        return space.locks().stream().filter(lock -> !busy || isBusy(lock)).toList();
    }

    private static boolean isBusy(LockSnapshot lock) {
        return !lock.isFree() || !lock.waiters().isEmpty() || !Text.state(lock).equals("free");
    }

    private void show(SpaceSnapshot space) {
        print(heading(space));
        Table table = new Table("LOCK", "KIND", "STATE", "HOLDER", "HELD FOR", "WAITERS", "LONGEST");
        for (LockSnapshot lock : shown(space)) {
            table.add(
                    lock.name(),
                    lock.kind().text(),
                    Text.state(lock),
                    Text.holders(lock),
                    Text.of(lock.owner().flatMap(owner -> owner.heldFor())),
                    lock.waiters().size(),
                    lock.waiters().isEmpty() ? "-" : Text.of(lock.longestWait()));
        }
        if (!table.isEmpty()) {
            print(table.lines("  "));
        }
    }

    static String heading(SpaceSnapshot space) {
        return space.path() + ": " + Text.plural(space.locks().size(), "lock") + ", "
                + Text.plural(space.tasks().size(), "thread") + ", "
                + Text.plural(space.processes().size(), "process") + "; " + coordinator(space.coordinator())
                + (space.damage().isEmpty() ? "" : "; DAMAGED, see tpfutexctl doctor");
    }

    static String coordinator(CoordinatorSnapshot coordinator) {
        if (!coordinator.isThere()) {
            return "no coordinator";
        }
        return "coordinator " + (coordinator.host().orElseThrow().daemon() ? "tpfutexd " : "") + "pid "
                + coordinator.host().orElseThrow().pidText() + ", epoch " + coordinator.epoch();
    }
}
