package dev.tpfutex.robust.space;

import dev.tpfutex.api.LimitExceededException;
import dev.tpfutex.api.LimitExceededException.Limit;
import dev.tpfutex.api.SpaceDamagedException;
import dev.tpfutex.api.SpaceReplacedException;
import dev.tpfutex.api.spi.Misuse;
import dev.tpfutex.api.spi.NamedLock;
import dev.tpfutex.core.Lock;
import dev.tpfutex.core.NameIndex;
import dev.tpfutex.core.ProcessTable;
import dev.tpfutex.core.Task;
import dev.tpfutex.core.TpFutex;
import dev.tpfutex.core.mapped.MappedPort;
import dev.tpfutex.core.recovery.ProcessRecovery;
import dev.tpfutex.core.recovery.TaskRecovery;
import dev.tpfutex.robust.attendant.Attendant;
import dev.tpfutex.robust.deadlock.DeadlockSearch;
import dev.tpfutex.robust.monitor.SpaceMonitor;
import dev.tpfutex.robust.mutex.Usability;
import dev.tpfutex.robust.observe.ObservedFutex;
import dev.tpfutex.robust.observe.Observers;
import dev.tpfutex.robust.task.TaskContext;
import dev.tpfutex.robust.task.TaskRegistry;
import dev.tpfutex.shm.PathClaim;
import dev.tpfutex.shm.SpaceFile;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** This JVM's part in one space: its mapping, its process record, its tasks and its attendant thread. */
public final class Attachment {

    private final SpaceFile file;
    private final MappedPort port;
    private final OwnRecord record;
    private final TaskRegistry tasks;
    private final NameIndex names;
    private final Observers observers;
    private final SpaceMonitor monitor;
    private final TpFutex futex;
    private final TpFutex breakableFutex;
    private final ReplacementWatch replacement;
    private final Attendant attendant;
    private final List<Usability> handles = new CopyOnWriteArrayList<>();

    private Attachment(SpaceFile file, PathClaim claim, MappedPort port, OwnRecord record, Role role) {
        this.file = file;
        this.port = port;
        this.record = record;
        this.tasks = new TaskRegistry(port, record.index());
        this.names = new NameIndex(port);
        this.observers = new Observers(file.path(), port);
        this.monitor = new OwnMonitor(port, record.index(), observers, file::isShortened);
        ProcessRecovery recovery = new ProcessRecovery(port);
        this.futex = new ObservedFutex(port, recovery, observers, null);
        this.breakableFutex = new ObservedFutex(port, recovery, observers, new DeadlockSearch(port, observers)::of);
        this.replacement = new ReplacementWatch(file, claim, tasks, this::doubtIfReplaced);
        this.attendant = new Attendant(
                file, port, record.index(), role, tasks::isAnyBusy, observers,
                List.of(tasks::sweep, replacement::look, record::repair));
        port.onSuspicion(attendant::suspect);
        port.onDeath(observers::ownerDied, observers::cleanedUp);
        port.virtualThreads().registered(record.index());
    }

    /** Attaches this JVM. The file is closed if that fails. */
    public static Attachment attach(SpaceFile file, Role role) {
        try {
            return attach(file, ReplacementWatch.claim(file), role);
        } catch (RuntimeException | Error e) {
            file.close();
            throw e;
        }
    }

    private static Attachment attach(SpaceFile file, PathClaim claim, Role role) {
        try {
            MappedPort port = new MappedPort(file, file.segment());
            Attachment attachment = new Attachment(file, claim, port, OwnRecord.register(file, port, role), role);
            attachment.attendant.start();
            return attachment;
        } catch (RuntimeException | Error e) {
            claim.close();
            throw e;
        }
    }

    /** The space's file. */
    public SpaceFile file() {
        return file;
    }

    /** The attendant thread's controls. */
    public Attendant attendant() {
        return attendant;
    }

    /** How to look at the space from outside. */
    public SpaceMonitor monitor() {
        return monitor;
    }

    Observers observers() {
        return observers;
    }

    MappedPort port() {
        return port;
    }

    TaskRegistry tasks() {
        return tasks;
    }

    /** @param breakable whether waits are to end if they are part of a deadlock */
    TpFutex futex(boolean breakable) {
        return breakable ? breakableFutex : futex;
    }

    /** Finds or makes the lock of a name; what is found may be of another kind. */
    Lock lock(byte[] name, int kind, int attributes) {
        int index = names.findOrInsert(name, kind, attributes, record.index());
        if (index == NameIndex.DAMAGED) {
            throw new SpaceDamagedException(file.path(), new String(name, StandardCharsets.UTF_8));
        }
        if (index < 0) {
            throw new LimitExceededException(file.path(), Limit.LOCKS, port.layout().maxLocks());
        }
        return new Lock(port.layout(), index);
    }

    TaskContext task() {
        TaskContext context = tasks.current();
        if (context == null) {
            boolean own = tasks.most() < port.layout().maxTasks() && tasks.contexts().size() >= tasks.most();
            throw own
                    ? new LimitExceededException(file.path(), Limit.TASKS_OF_PROCESS, tasks.most())
                    : new LimitExceededException(file.path(), Limit.TASKS, port.layout().maxTasks());
        }
        return context;
    }

    /** Throws if the path leads to another file by now. */
    void checkNotReplaced() {
        if (replacement.isReplaced()) {
            throw new SpaceReplacedException(file.path());
        }
    }

    // ---- the end -------------------------------------------------------------------------------

    void retain(Usability handle) {
        handles.add(handle);
        doubtIfReplaced();
    }

    boolean isLastHandle() {
        return handles.size() == 1;
    }

    void release(Usability handle) {
        handles.remove(handle);
    }

    private void doubtIfReplaced() {
        if (replacement.isReplaced()) {
            handles.forEach(Usability::doubt);
        }
    }

    /** Throws if a thread of this JVM holds or waits for a lock. */
    void checkIdle() {
        if (file.isShortened()) {
            // Who holds what is lost, and nobody can unlock any more.
            return;
        }
        if (tasks.isAnyBusy()) {
            // Some may be threads that have ended.
            tasks.sweep();
        }
        Optional<TaskContext> busy = tasks.anyBusy();
        if (busy.isPresent()) {
            Thread thread = busy.get().thread();
            BusyLock busyLock = BusyLock.of(port, names, busy.get());
            NamedLock lock = new NamedLock(file.path(), busyLock.kind(), busyLock.name());
            throw Misuse.inUse(lock, thread == null ? "?" : thread.getName(), busyLock.waits());
        }
    }

    /**
     * Leaves the space in order. The mapping that threads use goes first, so that none of them can be half-way
     * through something; then this process is cleaned up after like a dead one, over a mapping of its own.
     */
    public void detach() {
        try {
            attendant.stop();
            port.virtualThreads().stop();
        } catch (InternalError gone) {
            unlessShortened(gone);
        }
        file.unmap();
        try (Arena arena = Arena.ofConfined()) {
            if (!file.isShortened()) {
                leave(new MappedPort(file, file.map(arena)));
            }
        } finally {
            // With the descriptor goes the proof that we live: what could not be cleaned up here, others clean up.
            replacement.close();
            file.close();
        }
    }

    private void unlessShortened(InternalError error) {
        if (!file.isShortened()) {
            throw error;
        }
    }

    private void leave(MappedPort last) {
        TaskRecovery recovery = new TaskRecovery(last);
        for (Task task : tasks.contexts()) {
            recovery.clean(task.tid());
        }
        ProcessTable table = new ProcessTable(last);
        long control = table.control(record.index());
        new NameIndex(last).undo(record.index(), control);
        table.free(record.index(), control);
    }
}
