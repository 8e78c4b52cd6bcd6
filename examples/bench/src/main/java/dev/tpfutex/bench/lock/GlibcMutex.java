package dev.tpfutex.bench.lock;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/**
 * GC and GCR: the C library's mutex shared by processes, plain or robust. The first attempt and the unlock go by the
 * cheapest call that there is, which must not block; only a lock that is taken is waited for by a normal one.
 */
final class GlibcMutex implements TestedMutex {

    private static final int STALLED = 0;
    private static final int ROBUST = 1;

    private static final MethodHandle TRY_LOCK = CLibrary.shortFunction("pthread_mutex_trylock", 1);
    private static final MethodHandle LOCK = CLibrary.function("pthread_mutex_lock", 1);
    private static final MethodHandle LOCK_UNTIL = CLibrary.function("pthread_mutex_clocklock", 3);
    private static final MethodHandle UNLOCK = CLibrary.shortFunction("pthread_mutex_unlock", 1);

    private final MemorySegment memory;
    private final long address;

    GlibcMutex(Path file) {
        memory = Words.map(file);
        address = memory.address();
    }

    /** Makes one in a file. */
    static void create(Path file, boolean robust) {
        Pthread.create(file, "mutex", "robust", robust ? ROBUST : STALLED);
    }

    @Override
    public void lock(Tally tally) {
        try {
            int result = (int) TRY_LOCK.invokeExact(address);
            if (result == Pthread.BUSY) {
                tally.add(Count.SLOW_LOCKS);
                result = (int) LOCK.invokeExact(address);
            }
            Pthread.check(result);
        } catch (Throwable failure) {
            throw CLibrary.impossible(failure);
        }
    }

    @Override
    public boolean lock(Tally tally, long nanos) {
        try {
            int result = (int) TRY_LOCK.invokeExact(address);
            if (result == Pthread.BUSY) {
                tally.add(Count.SLOW_LOCKS);
                long time = RawFutex.time(tally, Deadline.after(nanos));
                result = (int) LOCK_UNTIL.invokeExact(address, (long) Pthread.CLOCK_MONOTONIC, time);
            }
            return Pthread.checkTime(result);
        } catch (Throwable failure) {
            throw CLibrary.impossible(failure);
        }
    }

    @Override
    public void unlock(Tally tally) {
        try {
            Pthread.check((int) UNLOCK.invokeExact(address));
        } catch (Throwable failure) {
            throw CLibrary.impossible(failure);
        }
    }

    @Override
    public long residue() {
        return (int) Words.INT.getVolatile(memory, 0L);
    }
}
