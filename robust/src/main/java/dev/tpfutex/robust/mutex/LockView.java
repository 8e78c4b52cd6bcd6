package dev.tpfutex.robust.mutex;

import dev.tpfutex.api.Consistency;
import dev.tpfutex.api.Holder;
import dev.tpfutex.api.LockStatistics;
import dev.tpfutex.api.ReadStatistics;
import dev.tpfutex.api.spi.Holding;
import dev.tpfutex.core.Counters;
import dev.tpfutex.core.FencingToken;
import dev.tpfutex.core.FutexWord;
import dev.tpfutex.core.Lock;
import dev.tpfutex.core.Port;
import dev.tpfutex.core.ProcessIdentity;
import dev.tpfutex.core.ProcessTable;
import dev.tpfutex.core.Readers;
import dev.tpfutex.core.TaskTable;
import dev.tpfutex.core.Tid;
import dev.tpfutex.core.TopWord;
import dev.tpfutex.core.WaitWord;
import dev.tpfutex.shm.layout.LockLayout;
import dev.tpfutex.shm.layout.TaskLayout;
import dev.tpfutex.shm.linux.ProcFs;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Looks at a lock without touching it: nothing here writes, so looking never consumes a mark. */
public final class LockView {

    private final Port port;
    private final Lock lock;
    private final TaskTable tasks;
    private final ProcessTable processes;

    public LockView(Port port, Lock lock) {
        this.port = port;
        this.lock = lock;
        this.tasks = new TaskTable(port);
        this.processes = new ProcessTable(port);
    }

    boolean isLocked() {
        return FutexWord.tid(port.getLong(lock.word())) != 0;
    }

    /** How many tasks read under the lock. */
    int readers() {
        int[] count = {0};
        if (FutexWord.isShared(port.getLong(lock.word()))) {
            Readers.forEach(port, lock, tid -> count[0]++);
        }
        return count[0];
    }

    /** One of those who read under the lock. */
    Optional<Holder> reader() {
        return found(0).holder();
    }

    /**
     * Whom one would have to wait for: the owner, or the readers.
     *
     * @param asker tid of one who does not wait for itself, or 0
     */
    Holding found(int asker) {
        if (!FutexWord.isShared(port.getLong(lock.word()))) {
            return Holding.by(holder());
        }
        long top = port.getLong(lock.top());
        int upgradable = TopWord.has(top, TopWord.UPGRADABLE) ? TopWord.tid(top) : 0;
        int[] count = {0};
        int[] one = {0};
        Readers.forEach(port, lock, tid -> {
            if (tid != asker) {
                count[0]++;
                // The upgradable one, if there is one: writers and others like it wait for that in any case.
                one[0] = one[0] == upgradable && upgradable != 0 ? upgradable : tid;
            }
        });
        // Since when it reads is written down nowhere.
        return new Holding(one[0] == 0 ? Optional.empty() : describe(one[0], Duration.ZERO), count[0]);
    }

    /** Who owns the lock; empty if nobody does or the owner changed faster than we could look. */
    Optional<Holder> holder() {
        for (int attempt = 0; attempt < 3; attempt++) {
            int owner = FutexWord.tid(port.getLong(lock.word()));
            if (owner == 0) {
                return Optional.empty();
            }
            Optional<Holder> holder = describe(owner, heldFor());
            if (holder.isPresent() && FutexWord.tid(port.getLong(lock.word())) == owner) {
                return holder;
            }
        }
        return Optional.empty();
    }

    /**
     * The thread of a tid; empty if nobody has that any more.
     *
     * @param owner whether it owns the lock, so that since when may be known
     */
    public Optional<Holder> who(int tid, boolean owner) {
        return describe(tid, owner ? heldFor() : Duration.ZERO);
    }

    /** Whether what the lock protects can be trusted. */
    public Consistency consistency() {
        if (!FutexWord.ownerDied(port.getLong(lock.word()))) {
            return Consistency.CONSISTENT;
        }
        return port.getInt(lock.consistency()) == LockLayout.NOT_RECOVERABLE
                ? Consistency.NOT_RECOVERABLE
                : Consistency.OWNER_DIED;
    }

    /** What has happened to the lock so far. */
    public LockStatistics statistics() {
        return new LockStatistics(
                Counters.owners(port, lock),
                counter(LockLayout.STEALS),
                counter(LockLayout.TOP_WAITS),
                counter(LockLayout.HANDOFFS),
                counter(LockLayout.SLEEPS),
                counter(LockLayout.TIMEOUTS),
                counter(LockLayout.OWNER_DEATHS));
    }

    ReadStatistics readStatistics() {
        return new ReadStatistics(
                counter(LockLayout.READ_STEALS),
                counter(LockLayout.READ_TOP_WAITS),
                counter(LockLayout.READ_HANDOFFS),
                counter(LockLayout.READ_SLEEPS),
                counter(LockLayout.READ_TIMEOUTS),
                counter(LockLayout.RECOUNTS));
    }

    /** Tasks that wait: the top waiter and those in the queue. */
    int waiters() {
        int top = TopWord.tid(port.getLong(lock.top()));
        boolean waits = !TopWord.has(port.getLong(lock.top()), TopWord.UPGRADABLE)
                && top != FutexWord.tid(port.getLong(lock.word()));
        int waiters = top != 0 && waits ? 1 : 0;
        for (int slot = 0; slot < tasks.high(); slot++) {
            long base = port.layout().task(slot);
            if (WaitWord.state(port.getLong(base + TaskLayout.WAIT)) == WaitWord.QUEUED
                    && port.getInt(base + TaskLayout.WAIT_LOCK) == lock.index()) {
                waiters++;
            }
        }
        return waiters;
    }

    private long counter(long field) {
        return Integer.toUnsignedLong(port.getInt(lock.at(field)));
    }

    private Optional<Holder> describe(int tid, Duration held) {
        // At once: what follows takes milliseconds at the first time, and would make it look later.
        Instant since = Instant.now().minus(held);
        int process = tasks.processOf(tid);
        if (process < 0 || process >= port.layout().maxProcesses()) {
            return Optional.empty();
        }
        ProcessIdentity identity = processes.identity(process);
        return Optional.of(new Holder(
                identity.pid(),
                identity.pidNamespace() == PidNamespace.OWN ? 0 : identity.pidNamespace(),
                threadName(Tid.slot(tid)),
                since,
                held,
                !port.processDead(process),
                port.looksStopped(Tid.slot(tid))));
    }

    /** Found out when it is first asked for: it takes a system call. */
    private static final class PidNamespace {
        static final long OWN = ProcFs.pidNamespace();
    }

    private Duration heldFor() {
        long since = port.getLong(lock.at(LockLayout.SINCE));
        boolean known = port.getLong(lock.at(LockLayout.SINCE_TOKEN)) == FencingToken.of(port, lock);
        return known ? Duration.ofNanos(Math.max(0, port.nanoTime() - since)) : Duration.ZERO;
    }

    private String threadName(int slot) {
        long base = port.layout().task(slot);
        int length = Math.clamp(port.getInt(base + TaskLayout.NAME_LENGTH), 0, TaskLayout.MAX_NAME);
        return new String(port.getBytes(base + TaskLayout.NAME, length), StandardCharsets.UTF_8);
    }
}
