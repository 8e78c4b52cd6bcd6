package dev.tpfutex.robust.task;

import dev.tpfutex.core.FencingToken;
import dev.tpfutex.core.FutexWord;
import dev.tpfutex.core.LifeWord;
import dev.tpfutex.core.Lock;
import dev.tpfutex.core.RobustEntry;
import dev.tpfutex.core.Task;
import dev.tpfutex.core.TaskTable;
import dev.tpfutex.core.Tid;
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

/**
 * Gives each thread of this process that locks in one space its task, and sweeps up after threads that have
 * ended. Thread-safe.
 */
public final class TaskRegistry {

    /** System property: how many task slots of one space this process takes, at most. */
    private static final String MOST_TASKS = "tpfutex.tasks";

    private final MappedPort port;
    private final int process;
    private final int most;
    private final TaskTable table;
    private final TaskRecovery recovery;
    private final ThreadLocal<TaskContext> current = new ThreadLocal<>();
    private final Set<TaskContext> contexts = ConcurrentHashMap.newKeySet();
    private final ConcurrentLinkedDeque<TaskContext> pool = new ConcurrentLinkedDeque<>();

    public TaskRegistry(MappedPort port, int process) {
        this.port = port;
        this.process = process;
        this.most = Math.clamp(Integer.getInteger(MOST_TASKS, Integer.MAX_VALUE), 1, port.layout().maxTasks());
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

    /** To be called after each operation that may have left the calling thread's task idle. */
    public void giveBackIfBorrowed() {
        TaskContext context = current.get();
        if (context != null && context.isBorrowed() && context.isIdle()) {
            current.remove();
            context.use(null);
            pool.push(context);
        }
    }

    /** Some context that holds or waits for a lock. */
    public Optional<TaskContext> anyBusy() {
        for (TaskContext context : contexts) {
            if (!context.isIdle()) {
                return Optional.of(context);
            }
        }
        return Optional.empty();
    }

    /** Whether a thread of this process holds or waits for a lock. */
    public boolean isAnyBusy() {
        return anyBusy().isPresent();
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
                bury(context, thread);
                continue;
            }
            repair(context, thread);
            if (!context.isIdle()) {
                noteHolds(context);
            }
        }
    }

    /** What is damaged in a slot only its own process can put right. */
    private synchronized void repair(TaskContext context, Thread user) {
        if (contexts.contains(context)) {
            table.repair(context.tid(), process, user::isAlive);
        }
    }

    private TaskContext attach() {
        Thread thread = Thread.currentThread();
        TaskContext context = thread.isVirtual() ? pool.poll() : null;
        if (context == null) {
            int tid = allocate(thread);
            if (tid == 0) {
                return null;
            }
            context = new TaskContext(port, tid, thread);
        } else {
            context.use(thread);
            table.describe(context.slot(), 0, nameOf(thread));
        }
        contexts.add(context);
        current.set(context);
        return context;
    }

    private int allocate(Thread thread) {
        int osTid = thread.isVirtual() ? 0 : Threads.gettid();
        int tid = allocate(osTid, thread);
        if (tid == 0) {
            sweep();
            tid = allocate(osTid, thread);
        }
        if (tid != 0 && osTid != 0) {
            port.tieToThread(LifeWord.at(port, Tid.slot(tid)), osTid);
        }
        return tid;
    }

    /** Racy at the limit, by the number of threads that come at once. */
    private int allocate(int osTid, Thread thread) {
        return contexts.size() < most ? table.allocate(process, osTid, nameOf(thread)) : 0;
    }

    /** How many task slots this process may have. */
    public int most() {
        return most;
    }

    private static byte[] nameOf(Thread thread) {
        String name = thread.getName();
        String shown = name.isEmpty() ? (thread.isVirtual() ? "virtual-" : "thread-") + thread.threadId() : name;
        return shown.getBytes(StandardCharsets.UTF_8);
    }

    /** An ended thread that still has its task cannot give it back any more; one that has, no longer has it. */
    private synchronized void bury(TaskContext context, Thread ended) {
        if (context.thread() != ended || !contexts.contains(context)) {
            return;
        }
        if (LifeWord.isTied(port, context.slot())) {
            // Ended for Java, but the system's thread is still there, and with it the tie.
            if (!context.isIdle()) {
                recovery.release(context.tid());
            }
        } else if (recovery.clean(context.tid())) {
            contexts.remove(context);
        }
    }

    /** The fast path has no time to read a clock, so this does, a little later. */
    private void noteHolds(Task task) {
        for (int i = 0; i < TaskLayout.ENTRY_COUNT; i++) {
            int lock = RobustEntry.lock(port.getInt(task.base() + TaskLayout.ENTRIES + (long) i * Integer.BYTES));
            if (lock >= 0 && lock < port.layout().maxLocks()) {
                noteHold(task.tid(), new Lock(port.layout(), lock));
            }
        }
    }

    private void noteHold(int tid, Lock lock) {
        long token = FencingToken.of(port, lock);
        if (FutexWord.tid(port.getLong(lock.word())) == tid
                && port.getLong(lock.at(LockLayout.SINCE_TOKEN)) != token) {
            port.putLong(lock.at(LockLayout.SINCE), port.nanoTime());
            port.putLong(lock.at(LockLayout.SINCE_TOKEN), token);
        }
    }
}
