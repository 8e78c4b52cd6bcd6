package dev.tpfutex.ctl;

import dev.tpfutex.robust.inspect.LockHolder;
import dev.tpfutex.robust.inspect.LockKind;
import dev.tpfutex.robust.inspect.LockSnapshot;
import dev.tpfutex.robust.inspect.SpaceInspector;
import dev.tpfutex.robust.inspect.SpaceSnapshot;
import dev.tpfutex.robust.inspect.TaskSnapshot;
import dev.tpfutex.robust.inspect.Waiter;
import dev.tpfutex.robust.inspect.WordField;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows all there is to know about one lock. */
@Command(
        name = "show",
        header = "Shows one lock.",
        description = {
            "Its words bit by bit, who holds it and since when, the top waiter, the queue in the order"
                    + " in which it will be served, the counters and the fencing token."
        },
        footer = {"", Exit.TABLE})
final class ShowVerb extends Verb {

    @Parameters(index = "0", paramLabel = "FILE", description = SpacePaths.FILE)
    String file;

    @Parameters(index = "1", paramLabel = "LOCK", description = SpacePaths.LOCK)
    String name;

    @Override
    public Integer call() {
        try (SpaceInspector space = SpaceInspector.open(SpacePaths.one(file))) {
            SpaceSnapshot snapshot = space.snapshot();
            LockSnapshot lock = snapshot.lock(name).orElseThrow(() -> NoSuchLockException.of(snapshot, name));
            if (json) {
                Map<String, Object> tree = Trees.fullLock(lock);
                tree.put("space", Trees.space(snapshot));
                printJson(Json.pretty(tree));
            } else {
                show(snapshot, lock);
            }
            return Exit.OK;
        }
    }

    private void show(SpaceSnapshot space, LockSnapshot lock) {
        print("lock " + lock.name() + " of " + space.path() + " (" + lock.kind().text() + ", record " + lock.index()
                + "): " + Text.state(lock)
                + (lock.stable() ? "" : "; it changes too fast to be seen at one moment"));
        print("fencing token " + lock.fencingToken() + ", " + lock.consistency() + "; "
                + LsVerb.coordinator(space.coordinator()));
        print("");
        showHolders(lock);
        showWaiters(lock);
        print("counters: " + counters(lock));
        if (lock.kind() == LockKind.RWLOCK) {
            print("of readers: " + readCounters(lock));
        }
        print("");
        showWord("futex word " + Json.hex(lock.word()), WordField.ofFutexWord(lock.word()));
        showWord("top word   " + Json.hex(lock.top()), WordField.ofTopWord(lock.top()));
    }

    private void showHolders(LockSnapshot lock) {
        if (lock.holders().isEmpty()) {
            print("holders: none");
        }
        for (LockHolder holder : lock.holders()) {
            print((holder.shared() ? "reader: " : "owner: ") + who(holder.task()) + ", " + Text.state(holder.state())
                    + kernelState(holder.task())
                    + (holder.shared() ? "" : ", since " + Text.since(holder)));
        }
        print("");
    }

    private void showWaiters(LockSnapshot lock) {
        if (lock.waiters().isEmpty()) {
            print("waiters: none");
            print("");
            return;
        }
        print("waiters:");
        Table table = new Table("#", "ROLE", "WAITS", "WANTS TO", "THREAD", "STATE");
        int place = 1;
        for (Waiter waiter : lock.waiters()) {
            table.add(
                    place++,
                    role(lock, waiter),
                    Text.of(waiter.waited()),
                    waiter.shared() ? "read" : "own",
                    who(waiter.task()),
                    Text.state(waiter.state()) + kernelState(waiter.task()));
        }
        print(table.lines("  "));
        print("");
    }

    private static String role(LockSnapshot lock, Waiter waiter) {
        String role = waiter.role().name().toLowerCase(Locale.ROOT);
        boolean asks = waiter.role() == Waiter.Role.TOP && lock.asksForHandOff();
        return asks ? role + ", asks for hand-off" : role;
    }

    static String who(Optional<TaskSnapshot> task) {
        return task.map(thread -> Text.thread(thread) + " (" + (thread.isVirtual() ? "virtual" : "tid "
                + thread.osTid()) + ", slot " + thread.slot() + ")").orElse("nobody");
    }

    private static String kernelState(Optional<TaskSnapshot> task) {
        return task.flatMap(SpaceInspector::kernelState).map(state -> " [" + state + "]").orElse("");
    }

    static String counters(LockSnapshot lock) {
        return "acquisitions " + lock.statistics().acquisitions() + ", steals " + lock.statistics().steals()
                + ", top waits " + lock.statistics().topWaits() + ", hand-offs " + lock.statistics().handOffs()
                + ", sleeps " + lock.statistics().sleeps() + ", timeouts " + lock.statistics().timeouts()
                + ", owner deaths " + lock.statistics().ownerDeaths();
    }

    static String readCounters(LockSnapshot lock) {
        return "steals " + lock.reads().steals() + ", top waits " + lock.reads().topWaits() + ", hand-offs "
                + lock.reads().handOffs() + ", sleeps " + lock.reads().sleeps() + ", timeouts "
                + lock.reads().timeouts() + ", recounts " + lock.reads().recounts();
    }

    private void showWord(String heading, List<WordField> fields) {
        print(heading);
        Table table = new Table("BITS", "FIELD", "VALUE", "MEANING");
        fields.forEach(field -> table.add(field.bits(), field.name(), field.value(), field.meaning()));
        print(table.lines("  "));
    }
}
