package dev.tpfutex.robust.inspect;

import dev.tpfutex.api.SpaceTruncatedException;
import dev.tpfutex.core.FutexWord;
import dev.tpfutex.core.ServingWord;
import dev.tpfutex.shm.SpaceView;
import dev.tpfutex.shm.layout.CoordinatorLayout;
import dev.tpfutex.shm.layout.HeaderLayout;
import dev.tpfutex.shm.layout.ProcessLayout;
import dev.tpfutex.shm.layout.SpaceLayout;
import dev.tpfutex.shm.linux.ThreadState;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Looks into one space file, again and again, without taking part. Needs only to be allowed to read the file. May be
 * used by several threads, but not while it is being closed.
 */
public final class SpaceInspector implements AutoCloseable {

    private final SpaceView view;
    private final SpaceMemory memory;
    private final SpaceFacts facts;

    private SpaceInspector(SpaceView view) {
        this.view = view;
        this.memory = new SpaceMemory(view.memory(), view.layout());
        this.facts = facts(view);
    }

    /**
     * Opens a space file for looking. It is never created.
     *
     * @throws dev.tpfutex.api.SpaceOpenException with the reason
     */
    public static SpaceInspector open(Path path) {
        return new SpaceInspector(SpaceView.open(path));
    }

    private static SpaceFacts facts(SpaceView view) {
        SpaceLayout layout = view.layout();
        return new SpaceFacts(
                view.uuid(),
                HeaderLayout.CURRENT_VERSION,
                Instant.ofEpochMilli(view.createdMillis()),
                view.bootId(),
                view.fileSystem(),
                layout.fileSize(),
                layout.maxLocks(),
                layout.maxTasks(),
                layout.maxProcesses());
    }

    /** The file. */
    public SpaceView view() {
        return view;
    }

    /**
     * Reads everything: for a space of the default limits, some milliseconds.
     *
     * @throws SpaceTruncatedException if somebody has shortened the file
     */
    public SpaceSnapshot snapshot() {
        try {
            return read();
        } catch (InternalError gone) {
            if (view.isShortened()) {
                throw new SpaceTruncatedException(view.path(), gone);
            }
            throw gone;
        }
    }

    private SpaceSnapshot read() {
        ReadingTime now = ReadingTime.now();
        DamageList damage = new DamageList(view.layout());
        ProcessReader processReader = new ProcessReader(view, memory);
        List<ProcessSnapshot> processes = processReader.readAll(damage);
        Map<Integer, ProcessSnapshot> byIndex = new HashMap<>();
        processes.forEach(process -> byIndex.put(process.index(), process));
        TaskReader taskReader = new TaskReader(memory, processReader, byIndex, now);
        List<TaskSnapshot> tasks = taskReader.readAll(damage);
        List<LockSnapshot> locks = readLocks(taskReader, new Crowd(tasks), now, damage);
        return new SpaceSnapshot(
                view.path(),
                facts,
                now.wallClock(),
                now.nanoTime(),
                coordinator(processReader),
                processes,
                tasks,
                locks,
                damage.all());
    }

    private List<LockSnapshot> readLocks(TaskReader tasks, Crowd crowd, ReadingTime now, DamageList damage) {
        Map<Integer, String> names = new NameReader(memory, damage).readAll();
        crowd.noteTopWaiters(memory, names.keySet());
        LockReader reader = new LockReader(memory, tasks, crowd, now);
        List<LockSnapshot> locks = new ArrayList<>();
        names.forEach((index, name) -> locks.add(reader.read(index, name, damage)));
        return locks;
    }

    private CoordinatorSnapshot coordinator(ProcessReader processes) {
        long at = view.layout().coordinator();
        long serving = memory.getLong(at + CoordinatorLayout.SERVING);
        int process = ServingWord.process(serving);
        boolean there = process >= 0 && process < view.layout().maxProcesses();
        long life = there ? view.layout().process(process) + ProcessLayout.LIFE : 0;
        return new CoordinatorSnapshot(
                ServingWord.epoch(serving),
                there ? Optional.ofNullable(processes.read(process)) : Optional.empty(),
                there && (memory.getInt(life) & FutexWord.OWNER_DIED) != 0,
                (memory.getInt(at + CoordinatorLayout.DOORBELL) & 1) != 0,
                memory.getLong(at + CoordinatorLayout.BEAT),
                memory.getInt(at + CoordinatorLayout.MEMBERSHIP));
    }

    /**
     * What the kernel says a thread is doing right now: R running or ready, S or D asleep, T stopped, t traced.
     *
     * @return the letter, or empty if it cannot be seen: a virtual thread, another pid namespace, or ended
     */
    public static Optional<Character> kernelState(TaskSnapshot task) {
        ProcessSnapshot process = task.process().orElse(null);
        if (process == null || process.foreign() || process.isDead() || task.isVirtual()) {
            return Optional.empty();
        }
        try (ThreadState thread = ThreadState.of(process.pid(), task.osTid())) {
            char state = thread.sample();
            return state == ThreadState.GONE ? Optional.empty() : Optional.of(state);
        }
    }

    @Override
    public void close() {
        view.close();
    }
}
