package dev.tpfutex.ctl;

import dev.tpfutex.robust.inspect.CoordinatorSnapshot;
import dev.tpfutex.robust.inspect.Deadlock;
import dev.tpfutex.robust.inspect.LockHolder;
import dev.tpfutex.robust.inspect.LockSnapshot;
import dev.tpfutex.robust.inspect.ProcessSnapshot;
import dev.tpfutex.robust.inspect.SpaceFacts;
import dev.tpfutex.robust.inspect.SpaceSnapshot;
import dev.tpfutex.robust.inspect.TaskSnapshot;
import dev.tpfutex.robust.inspect.Waiter;
import dev.tpfutex.robust.inspect.WordField;
import dev.tpfutex.api.LockStatistics;
import dev.tpfutex.api.ReadStatistics;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What {@link Json} is to write about snapshots. Names of fields are part of the tool's interface. */
final class Trees {

    private Trees() {}

    static Map<String, Object> space(SpaceSnapshot space) {
        SpaceFacts facts = space.facts();
        return Json.object(
                "file", space.path(),
                "uuid", facts.uuid(),
                "layoutVersion", facts.version(),
                "created", facts.created(),
                "bootId", facts.bootId(),
                "fileSystem", facts.fileSystem(),
                "bytes", facts.size(),
                "taken", space.taken(),
                "limits", Json.object(
                        "locks", facts.maxLocks(), "threads", facts.maxTasks(), "processes", facts.maxProcesses()),
                "used", Json.object(
                        "locks", space.locks().size(),
                        "threads", space.tasks().size(),
                        "processes", space.processes().size()),
                "coordinator", coordinator(space.coordinator()));
    }

    private static Map<String, Object> coordinator(CoordinatorSnapshot coordinator) {
        return Json.object(
                "there", coordinator.isThere(),
                "epoch", coordinator.epoch(),
                "pid", coordinator.host().map(ProcessSnapshot::pid),
                "daemon", coordinator.host().map(ProcessSnapshot::daemon),
                "asleep", coordinator.asleep(),
                "beat", coordinator.beat());
    }

    static Map<String, Object> process(ProcessSnapshot process) {
        return Json.object(
                "record", process.index(),
                "pid", process.pid(),
                "pidNamespace", process.pidNamespace(),
                "foreignNamespace", process.foreign(),
                "uid", process.uid(),
                "startTime", process.startTime(),
                "state", Text.state(process.state()),
                "daemon", process.daemon(),
                "command", process.command());
    }

    static Map<String, Object> thread(TaskSnapshot task) {
        return Json.object(
                "tid", task.tid(),
                "slot", task.slot(),
                "generation", task.generation(),
                "pid", task.process().map(ProcessSnapshot::pid),
                "pidNamespace", task.process().map(ProcessSnapshot::pidNamespace),
                "osTid", task.osTid(),
                "virtual", task.isVirtual(),
                "thread", task.threadName(),
                "state", Text.state(task.state()));
    }

    /** With all that is in the slot. */
    static Map<String, Object> fullThread(TaskSnapshot task) {
        Map<String, Object> thread = thread(task);
        thread.put("asleep", task.asleep());
        thread.put("priority", task.priority());
        thread.put("queueing", task.queueing().map(place -> Json.object(
                "lock", place.lock(),
                "ticket", Integer.toUnsignedLong(place.ticket()),
                "granted", place.granted(),
                "shared", place.shared(),
                "waitedNanos", place.waited())));
        thread.put("longWait", task.longWait().map(wait -> Json.object(
                "lock", wait.lock(),
                "waitedNanos", wait.waited(),
                "breakable", wait.breakable(),
                "broken", wait.broken())));
        thread.put("robustList", task.listed());
        thread.put("reads", task.reads());
        thread.put("overflows", task.overflows());
        thread.put("counters", Json.object(
                "steals", task.counters().steals(),
                "topWaits", task.counters().topWaits(),
                "handOffs", task.counters().handOffs(),
                "sleeps", task.counters().sleeps(),
                "timeouts", task.counters().timeouts(),
                "unlockSlowPaths", task.counters().unlockSlowPaths(),
                "wakeUps", task.counters().wakeUps()));
        return thread;
    }

    static Map<String, Object> lock(LockSnapshot lock) {
        return Json.object(
                "lock", lock.name(),
                "index", lock.index(),
                "kind", lock.kind().text(),
                "state", Text.state(lock),
                "consistency", lock.consistency(),
                "stable", lock.stable(),
                "fencingToken", lock.fencingToken(),
                "holders", lock.holders().stream().map(Trees::holder).toList(),
                "waiters", lock.waiters().stream().map(Trees::waiter).toList());
    }

    /** With words and counters. */
    static Map<String, Object> fullLock(LockSnapshot lock) {
        Map<String, Object> tree = lock(lock);
        tree.put("attributes", lock.attributes());
        tree.put("word", Json.hex(lock.word()));
        tree.put("wordFields", fields(WordField.ofFutexWord(lock.word())));
        tree.put("top", Json.hex(lock.top()));
        tree.put("topFields", fields(WordField.ofTopWord(lock.top())));
        tree.put("counters", counters(lock.statistics()));
        tree.put("readCounters", counters(lock.reads()));
        return tree;
    }

    static Map<String, Object> counters(LockStatistics statistics) {
        return Json.object(
                "acquisitions", statistics.acquisitions(),
                "steals", statistics.steals(),
                "topWaits", statistics.topWaits(),
                "handOffs", statistics.handOffs(),
                "sleeps", statistics.sleeps(),
                "timeouts", statistics.timeouts(),
                "ownerDeaths", statistics.ownerDeaths());
    }

    static Map<String, Object> counters(ReadStatistics reads) {
        return Json.object(
                "steals", reads.steals(),
                "topWaits", reads.topWaits(),
                "handOffs", reads.handOffs(),
                "sleeps", reads.sleeps(),
                "timeouts", reads.timeouts(),
                "recounts", reads.recounts());
    }

    private static List<Map<String, Object>> fields(List<WordField> fields) {
        return fields.stream()
                .map(field -> Json.object(
                        "bits", field.bits(), "name", field.name(), "value", field.value(), "meaning",
                        field.meaning()))
                .toList();
    }

    static Map<String, Object> holder(LockHolder holder) {
        Map<String, Object> tree = who(holder.tid(), holder.task());
        tree.put("state", Text.state(holder.state()));
        tree.put("shared", holder.shared());
        tree.put("since", holder.since());
        tree.put("heldNanos", holder.heldFor());
        return tree;
    }

    static Map<String, Object> waiter(Waiter waiter) {
        Map<String, Object> tree = who(waiter.tid(), waiter.task());
        tree.put("state", Text.state(waiter.state()));
        tree.put("role", waiter.role().name().toLowerCase(java.util.Locale.ROOT));
        tree.put("shared", waiter.shared());
        tree.put("asleep", waiter.task().map(TaskSnapshot::asleep));
        tree.put("waitedNanos", waiter.waited());
        return tree;
    }

    private static Map<String, Object> who(int tid, Optional<TaskSnapshot> task) {
        return task.map(Trees::thread).orElseGet(() -> Json.object("tid", tid));
    }

    static Map<String, Object> deadlock(Deadlock deadlock) {
        return Json.object("edges", deadlock.edges().stream()
                .map(edge -> Json.object(
                        "file", edge.space(),
                        "lock", edge.lock().name(),
                        "waiter", waiter(edge.waiter()),
                        "holder", holder(edge.holder())))
                .toList());
    }
}
