package dev.tpfutex.robust.task;

import dev.tpfutex.core.RobustEntry;
import dev.tpfutex.core.Task;
import dev.tpfutex.core.TaskTable;
import dev.tpfutex.core.mapped.MappedPort;
import dev.tpfutex.core.recovery.TaskRecovery;
import dev.tpfutex.shm.layout.LockLayout;
import dev.tpfutex.shm.layout.TaskLayout;
import dev.tpfutex.shm.linux.Threads;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Gives each thread of this process that locks in one space its task, and sweeps up after threads that have
 * ended. Thread-safe.
 */
public final class TaskRegistry {

    private final MappedPort port;
    private final int process;
    private final TaskTable table;
    private final TaskRecovery recovery;
    private final ThreadLocal<TaskContext> current = new ThreadLocal<>();
    private final Set<TaskContext> contexts = ConcurrentHashMap.newKeySet();
    private final ConcurrentLinkedDeque<TaskContext> pool = new ConcurrentLinkedDeque<>();

    public TaskRegistry(MappedPort port, int process) {
        this.port = port;
        this.process = process;
        this.table = new TaskTable(port);
        this.recovery = new TaskRecovery(port);
    }

    /** The calling thread's task, issued if need be; null if the table is full. */
    public TaskContext current() {
        TaskContext context = current.get();
        return context != null ? context : attach();
    }

    /** The calling thread's task if it has one, else null. */
    public TaskContext currentOrNull() {
        return current.get();
    }

    /** To be called after each operation that may have left a borrowed task idle. */
    public void giveBackIfIdle(TaskContext context) {
        if (context.isIdle()) {
            current.remove();
            context.use(null);
            pool.push(context);
        }
    }

    /** Some context that holds or waits for a lock. */
    public Optional<TaskContext> anyBusy() {
        return contexts.stream().filter(context -> !context.isIdle()).findAny();
    }

    /** The tasks of this process. */
    public Collection<TaskContext> contexts() {
        return contexts;
    }

    /**
     * Cleans up after threads that have ended, as after a death if they held locks, and writes down since when
     * the locks of the others are held. Called now and then by one thread.
     */
    public void sweep() {
        for (TaskContext context : contexts) {
            Thread thread = context.thread();
            if (thread == null) {
                continue;
            }
            if (!thread.isAlive()) {
                bury(context);
            } else if (!context.isIdle()) {
                noteHolds(context.task());
            }
        }
    }

    private TaskContext attach() {
        Thread thread = Thread.currentThread();
        TaskContext context = thread.isVirtual() ? pool.poll() : null;
        if (context == null) {
            Task task = allocate(thread);
            if (task == null) {
                return null;
            }
            context = new TaskContext(task, thread);
        } else {
            context.use(thread);
            table.describe(context.task().slot(), 0, nameOf(thread));
        }
        contexts.add(context);
        current.set(context);
        return context;
    }

    private Task allocate(Thread thread) {
        int osTid = thread.isVirtual() ? 0 : Threads.gettid();
        int hint = ThreadLocalRandom.current().nextInt(port.layout().maxTasks());
        Task task = table.allocate(process, osTid, nameOf(thread), hint);
        if (task == null) {
            sweep();
            task = table.allocate(process, osTid, nameOf(thread), hint);
        }
        return task;
    }

    private static byte[] nameOf(Thread thread) {
        String name = thread.getName();
        String shown = name.isEmpty() ? (thread.isVirtual() ? "virtual-" : "thread-") + thread.threadId() : name;
        return shown.getBytes(StandardCharsets.UTF_8);
    }

    private synchronized void bury(TaskContext context) {
        if (contexts.contains(context) && recovery.clean(context.task().tid())) {
            port.forget(context.task());
            contexts.remove(context);
        }
    }

    /** The fast path has no time to read a clock, so this does, a little later. */
    private void noteHolds(Task task) {
        for (int i = 0; i < TaskLayout.ENTRY_COUNT; i++) {
            int entry = port.getInt(task.base() + TaskLayout.ENTRIES + (long) i * Integer.BYTES);
            if (RobustEntry.state(entry) == RobustEntry.HELD
                    && RobustEntry.lock(entry) < port.layout().maxLocks()) {
                noteHold(port.layout().lock(RobustEntry.lock(entry)));
            }
        }
    }

    private void noteHold(long lock) {
        long token = port.getLong(lock + LockLayout.ACQUISITIONS);
        if (port.getLong(lock + LockLayout.SINCE_TOKEN) != token) {
            port.putLong(lock + LockLayout.SINCE, port.nanoTime());
            port.putLong(lock + LockLayout.SINCE_TOKEN, token);
        }
    }
}
