package dev.tpfutex.bench.lock;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/** GC: the C library's reader-writer lock shared by processes, called as {@link GlibcMutex} is: by constants of this class, which the compiler knows. */
public final class GlibcRwLock implements TestedRwLock {

    private static final int PREFER_READERS = 0;
    /** The other preference for writers does nothing. */
    private static final int PREFER_WRITERS = 2;

    /** {@code struct __pthread_rwlock_arch_t} begins with the readers' word; the last bits of it are phases. */
    private static final int READER_SHIFT = 3;
    private static final long WRITER = 24;

    private static final MethodHandle TRY_READ = CLibrary.shortFunction("pthread_rwlock_tryrdlock", 1);
    private static final MethodHandle TRY_WRITE = CLibrary.shortFunction("pthread_rwlock_trywrlock", 1);
    private static final MethodHandle READ = CLibrary.function("pthread_rwlock_rdlock", 1);
    private static final MethodHandle WRITE = CLibrary.function("pthread_rwlock_wrlock", 1);
    private static final MethodHandle READ_UNTIL = CLibrary.function("pthread_rwlock_clockrdlock", 3);
    private static final MethodHandle WRITE_UNTIL = CLibrary.function("pthread_rwlock_clockwrlock", 3);
    private static final MethodHandle UNLOCK = CLibrary.shortFunction("pthread_rwlock_unlock", 1);

    private final MemorySegment memory;
    private final long address;

    /**
     * Opens one that was made.
     *
     * @param file where it is
     */
    public GlibcRwLock(Path file) {
        memory = Words.map(file);
        address = memory.address();
    }

    /**
     * Makes one.
     *
     * @param file where
     * @param prefersWriters whether writers that wait keep readers out, or readers go first
     */
    public static void create(Path file, boolean prefersWriters) {
        Pthread.create(file, "rwlock", "kind_np", prefersWriters ? PREFER_WRITERS : PREFER_READERS);
    }

    @Override
    public void lock(Tally tally) {
        try {
            int result = (int) TRY_WRITE.invokeExact(address);
            if (result == Pthread.BUSY) {
                tally.add(Count.SLOW_LOCKS);
                result = (int) WRITE.invokeExact(address);
            }
            Pthread.check(result);
        } catch (Throwable failure) {
            throw CLibrary.impossible(failure);
        }
    }

    @Override
    public boolean lock(Tally tally, long nanos) {
        try {
            int result = (int) TRY_WRITE.invokeExact(address);
            if (result == Pthread.BUSY) {
                tally.add(Count.SLOW_LOCKS);
                long time = RawFutex.time(tally, Deadline.after(nanos));
                result = (int) WRITE_UNTIL.invokeExact(address, (long) Pthread.CLOCK_MONOTONIC, time);
            }
            return Pthread.checkTime(result);
        } catch (Throwable failure) {
            throw CLibrary.impossible(failure);
        }
    }

    @Override
    public void lockShared(Tally tally) {
        try {
            int result = (int) TRY_READ.invokeExact(address);
            if (result == Pthread.BUSY) {
                tally.add(Count.SLOW_LOCKS);
                result = (int) READ.invokeExact(address);
            }
            Pthread.check(result);
        } catch (Throwable failure) {
            throw CLibrary.impossible(failure);
        }
    }

    @Override
    public boolean lockShared(Tally tally, long nanos) {
        try {
            int result = (int) TRY_READ.invokeExact(address);
            if (result == Pthread.BUSY) {
                tally.add(Count.SLOW_LOCKS);
                long time = RawFutex.time(tally, Deadline.after(nanos));
                result = (int) READ_UNTIL.invokeExact(address, (long) Pthread.CLOCK_MONOTONIC, time);
            }
            return Pthread.checkTime(result);
        } catch (Throwable failure) {
            throw CLibrary.impossible(failure);
        }
    }

    @Override
    public void unlock(Tally tally) {
        unlock();
    }

    @Override
    public void unlockShared(Tally tally) {
        unlock();
    }

    private void unlock() {
        try {
            Pthread.check((int) UNLOCK.invokeExact(address));
        } catch (Throwable failure) {
            throw CLibrary.impossible(failure);
        }
    }

    @Override
    public long residue() {
        return memory.get(ValueLayout.JAVA_INT, 0) >>> READER_SHIFT | memory.get(ValueLayout.JAVA_INT, WRITER);
    }
}
