package dev.tpfutex.ctl;

import dev.tpfutex.robust.inspect.Damage;
import dev.tpfutex.robust.inspect.LockHolder;
import dev.tpfutex.robust.inspect.LockKind;
import dev.tpfutex.robust.inspect.LockSnapshot;
import dev.tpfutex.robust.inspect.ProcessSnapshot;
import dev.tpfutex.robust.inspect.SpaceFacts;
import dev.tpfutex.robust.inspect.SpaceSnapshot;
import dev.tpfutex.robust.inspect.TaskSnapshot;
import dev.tpfutex.robust.inspect.Waiter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints all that is in a space, as the last patch of the TP futexes does with the kernel's futexes. */
@Command(
        name = "dump",
        header = "Prints all that is in a space.",
        description = "Limits, coordinator, processes, threads, locks with their words.",
        footer = {"", Exit.TABLE})
final class DumpVerb extends Verb {

    @Parameters(paramLabel = "FILE", arity = "0..*", description = SpacePaths.FILES)
    List<String> files = List.of();

    @Override
    public Integer call() {
        try (OpenSpaces spaces = OpenSpaces.of(files)) {
            List<SpaceSnapshot> snapshots = spaces.snapshots();
            if (json) {
                printJson(Json.pretty(Json.object("spaces", snapshots.stream().map(DumpVerb::tree).toList())));
            } else {
                snapshots.forEach(this::dump);
            }
            spaces.refused().forEach(e -> say(Complaint.of(e)));
            return !files.isEmpty() && !spaces.refused().isEmpty() ? Exit.NO_INPUT : Exit.OK;
        }
    }

    private static Map<String, Object> tree(SpaceSnapshot space) {
        Map<String, Object> tree = Trees.space(space);
        tree.put("processes", space.processes().stream().map(Trees::process).toList());
        tree.put("threads", space.tasks().stream().map(Trees::fullThread).toList());
        tree.put("locks", space.locks().stream().map(Trees::fullLock).toList());
        tree.put("damage", space.damage().stream().map(Damage::toString).toList());
        return tree;
    }

    private void dump(SpaceSnapshot space) {
        SpaceFacts facts = space.facts();
        print(LsVerb.heading(space));
        print("  uuid " + facts.uuid() + ", layout version " + facts.version() + ", created "
                + Text.instant(facts.created()) + ", " + facts.size() + " bytes on " + facts.fileSystem());
        print("  limits: " + facts.maxLocks() + " locks, " + facts.maxTasks() + " threads, " + facts.maxProcesses()
                + " processes");
        print("  coordinator: epoch " + space.coordinator().epoch() + ", beat " + space.coordinator().beat()
                + (space.coordinator().host().isEmpty() ? "" : space.coordinator().asleep() ? ", asleep" : ", awake"));
        dumpProcesses(space);
        dumpThreads(space);
        space.locks().forEach(this::dump);
        space.damage().forEach(damage -> print("  DAMAGE " + damage));
    }

    private static String role(SpaceSnapshot space, ProcessSnapshot process) {
        boolean coordinates = space.coordinator().host().filter(host -> host.index() == process.index()).isPresent();
        return (process.daemon() ? "daemon" : "client") + (coordinates ? ", coordinates" : "");
    }

    private void dumpProcesses(SpaceSnapshot space) {
        Table table = new Table("PROCESS", "PID", "UID", "STATE", "ROLE", "COMMAND");
        for (ProcessSnapshot process : space.processes()) {
            table.add(
                    process.index(),
                    process.pidText(),
                    process.uid(),
                    Text.state(process.state()),
                    role(space, process),
                    process.command());
        }
        print(table.lines("  "));
    }

    private void dumpThreads(SpaceSnapshot space) {
        Table table = new Table("SLOT", "GEN", "PID", "TID", "STATE", "LISTS", "READS", "STEALS", "TOP", "HANDOFFS",
                "SLEEPS", "TIMEOUTS", "THREAD");
        for (TaskSnapshot task : space.tasks()) {
            table.add(
                    task.slot(),
                    task.generation(),
                    Text.pid(task),
                    task.isVirtual() ? "virtual" : task.osTid(),
                    Text.state(task.state()) + (task.asleep() ? ", asleep" : ""),
                    numbers(task.listed()) + (task.overflows() ? "+" : ""),
                    numbers(task.reads()),
                    task.counters().steals(),
                    task.counters().topWaits(),
                    task.counters().handOffs(),
                    task.counters().sleeps(),
                    task.counters().timeouts(),
                    task.threadName());
        }
        if (!table.isEmpty()) {
            print(table.lines("  "));
        }
    }

    private static String numbers(List<Integer> locks) {
        return locks.isEmpty() ? "-" : locks.toString().replaceAll("[\\[\\] ]", "");
    }

    private void dump(LockSnapshot lock) {
        print("  lock " + lock.index() + " \"" + lock.name() + "\": " + lock.kind().text() + ", " + Text.state(lock)
                + (lock.stable() ? "" : ", changing"));
        print("    word = " + Json.hex(lock.word()) + ", top = " + Json.hex(lock.top()) + ", fencing token = "
                + lock.fencingToken());
        for (LockHolder holder : lock.holders()) {
            print("    " + (holder.shared() ? "reader = " : "owner = ")
                    + Text.threadAndState(holder.task(), holder.state()) + ", for " + Text.of(holder.heldFor()));
        }
        for (Waiter waiter : lock.waiters()) {
            print("    " + waiter.role().name().toLowerCase(Locale.ROOT) + " = "
                    + Text.threadAndState(waiter.task(), waiter.state()) + ", for " + Text.of(waiter.waited()));
        }
        print("    " + ShowVerb.counters(lock));
        if (lock.kind() == LockKind.RWLOCK) {
            print("    of readers: " + ShowVerb.readCounters(lock));
        }
    }
}
