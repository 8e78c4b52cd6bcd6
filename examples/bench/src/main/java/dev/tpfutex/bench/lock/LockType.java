package dev.tpfutex.bench.lock;

import dev.tpfutex.api.ReadWriteOptions.Preference;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The kinds of locks that there are to compare. */
public enum LockType {

    /** Ours. */
    TP("TP-futex", Side.OURS, Set.of(Count.SLOW_LOCKS, Count.SLOW_UNLOCKS, Count.STEALS, Count.TOP_WAITS,
            Count.HAND_OFFS, Count.SLEEPS, Count.WAKE_UPS)) {
        @Override
        public TestedMutex mutex(Path folder, String lock) {
            return new TpMutex(file(folder, SHARED), lock);
        }

        @Override
        public TestedRwLock rwLock(Path folder, Preference preference) {
            return new TpRwLock(file(folder, SHARED), preference);
        }
    },

    /** Wait-wake futex. */
    WW("wait-wake futex", Side.RIVAL,
            Set.of(Count.SLOW_LOCKS, Count.SLOW_UNLOCKS, Count.SLEEPS, Count.WAKE_UPS)) {
        @Override
        public TestedMutex mutex(Path folder, String lock) {
            return new WaitWakeMutex(file(folder, lock), false);
        }

        @Override
        public TestedRwLock rwLock(Path folder, Preference preference) {
            return new WaitWakeRwLock(file(folder, SHARED), false, preference == Preference.WRITERS);
        }
    },

    /** Wait-wake futex, and the waiters spin first. */
    WWS("wait-wake futex, adaptive spinning", Side.RIVAL,
            Set.of(Count.SLOW_LOCKS, Count.SLOW_UNLOCKS, Count.SLEEPS, Count.WAKE_UPS)) {
        @Override
        public TestedMutex mutex(Path folder, String lock) {
            return new WaitWakeMutex(file(folder, lock), true);
        }

        @Override
        public TestedRwLock rwLock(Path folder, Preference preference) {
            return new WaitWakeRwLock(file(folder, SHARED), true, preference == Preference.WRITERS);
        }
    },

    /** The C library's plain mutex, and its reader-writer lock. */
    GC("glibc", Side.RIVAL, Set.of(Count.SLOW_LOCKS)) {
        @Override
        public void create(Path folder, String lock) {
            GlibcMutex.create(file(folder, lock), false);
        }

        @Override
        public void createRw(Path folder, Preference preference) {
            GlibcRwLock.create(file(folder, SHARED), preference == Preference.WRITERS);
        }

        @Override
        public TestedMutex mutex(Path folder, String lock) {
            return new GlibcMutex(file(folder, lock));
        }

        @Override
        public TestedRwLock rwLock(Path folder, Preference preference) {
            return new GlibcRwLock(file(folder, SHARED));
        }
    },

    /** The C library's robust mutex. */
    GCR("glibc, robust", Side.RIVAL, Set.of(Count.SLOW_LOCKS)) {
        @Override
        public void create(Path folder, String lock) {
            GlibcMutex.create(file(folder, lock), true);
        }

        @Override
        public TestedMutex mutex(Path folder, String lock) {
            return new GlibcMutex(file(folder, lock));
        }
    },

    /** Futex with priority inheritance. */
    PI("FUTEX_LOCK_PI", Side.RIVAL, Set.of(Count.SLOW_LOCKS, Count.SLOW_UNLOCKS)) {
        @Override
        public TestedMutex mutex(Path folder, String lock) {
            return new PiMutex(file(folder, lock));
        }
    },

    /** A word in Chronicle Bytes. */
    CH("Chronicle Bytes", Side.RIVAL, Set.of(Count.SLOW_LOCKS)) {
        @Override
        public TestedMutex mutex(Path folder, String lock) {
            return new ChronicleBytesMutex(file(folder, lock));
        }
    },

    /** The write lock of Chronicle Queue. */
    CQ("Chronicle Queue", Side.RIVAL, Set.of()) {
        @Override
        public TestedMutex mutex(Path folder, String lock) {
            return new ChronicleQueueMutex(file(folder, lock));
        }
    },

    /** The JDK's locks for processes. */
    FL("FileLock", Side.RIVAL, Set.of()) {
        @Override
        public TestedMutex mutex(Path folder, String lock) {
            return new FileMutex(file(folder, lock));
        }

        @Override
        public TestedRwLock rwLock(Path folder, Preference preference) {
            return new FileRwLock(file(folder, SHARED));
        }
    },

    /** The JDK's locks for one process. */
    JUC("java.util.concurrent", Side.CEILING, Set.of()) {
        @Override
        public TestedMutex mutex(Path folder, String lock) {
            return new JdkMutex();
        }

        @Override
        public TestedRwLock rwLock(Path folder, Preference preference) {
            return new JdkRwLock();
        }
    };

    /** What a JVM needs so that Chronicle's libraries run in it, on JDK 25. */
    public static final List<String> JVM_OPTIONS = List.of(
            "--sun-misc-unsafe-memory-access=allow",
            "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
            "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-opens=java.base/java.io=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-opens=java.base/java.util=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "-Dchronicle.analytics.disable=true",
            "-Dslf4j.internal.verbosity=ERROR");

    /** Name of the lock, where there is only one. */
    public static final String SHARED = "shared";

    private enum Side {
        OURS, RIVAL, CEILING
    }

    private final String title;
    private final Side side;
    private final Set<Count> counts;

    LockType(String title, Side side, Set<Count> counts) {
        this.title = title;
        this.side = side;
        this.counts = counts;
    }

    /**
     * The types of mutexes.
     *
     * @param processes that share it
     * @return all that there are for so many
     */
    public static Set<LockType> mutexes(int processes) {
        EnumSet<LockType> types = EnumSet.allOf(LockType.class);
        if (processes > 1) {
            types.remove(JUC);
        }
        return types;
    }

    /**
     * The types of reader-writer locks.
     *
     * @param processes that share it
     * @return all that there are for so many
     */
    public static Set<LockType> rwLocks(int processes) {
        EnumSet<LockType> types = EnumSet.of(TP, WW, WWS, GC, FL, JUC);
        if (processes > 1) {
            types.remove(JUC);
        }
        return types;
    }

    /**
     * The types of one kind.
     *
     * @param rw reader-writer locks, not mutexes
     * @param processes that share it
     * @return all that there are for so many
     */
    public static Set<LockType> of(boolean rw, int processes) {
        return rw ? rwLocks(processes) : mutexes(processes);
    }

    /**
     * What people call it.
     *
     * @return a few words
     */
    public String title() {
        return title;
    }

    /**
     * Whether it is something that processes can share instead of ours.
     *
     * @return not for ours, nor for what works in one process only
     */
    public boolean isRival() {
        return side == Side.RIVAL;
    }

    /**
     * What it counts; the rest is not known.
     *
     * @return time-outs not among it, which are counted where the lock is called
     */
    public Set<Count> counts() {
        return counts;
    }

    /**
     * Whether its locks can be waited for within a time.
     *
     * @param rw as a reader-writer lock
     * @return if not, the methods with a time throw
     */
    public boolean hasTimeouts(boolean rw) {
        return this != CQ && !(rw && this == FL);
    }

    /**
     * Makes a mutex before the first process opens it, where that does not do so by itself.
     *
     * @param folder the run's own
     * @param lock its name
     */
    public void create(Path folder, String lock) {}

    /**
     * Makes the reader-writer lock before the first process opens it, where that does not do so by itself.
     *
     * @param folder the run's own
     * @param preference who comes first
     */
    public void createRw(Path folder, Preference preference) {}

    /**
     * Opens a mutex.
     *
     * @param folder the run's own
     * @param lock its name
     * @return this process's end of it
     */
    public abstract TestedMutex mutex(Path folder, String lock);

    /**
     * Opens the one reader-writer lock of its type in a folder.
     *
     * @param folder the run's own
     * @param preference the same in all processes
     * @return this process's end of it
     */
    public TestedRwLock rwLock(Path folder, Preference preference) {
        throw new UnsupportedOperationException(this + " has no reader-writer lock");
    }

    Path file(Path folder, String lock) {
        // Chronicle Queue insists on the ending.
        return folder.resolve(name() + '-' + lock + ".cq4t");
    }
}
