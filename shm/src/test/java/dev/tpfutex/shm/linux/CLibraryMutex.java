package dev.tpfutex.shm.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** A robust mutex of the C library, locked and unlocked by the C library. */
@SuppressWarnings("restricted")
final class CLibraryMutex {

    private static final int PTHREAD_MUTEX_ROBUST = 1;

    private final MethodHandle lock = find("pthread_mutex_lock");
    private final MethodHandle unlock = find("pthread_mutex_unlock");
    private final MemorySegment mutex;

    CLibraryMutex(Arena arena, MemorySegment mutex) {
        this.mutex = mutex;
        MemorySegment attributes = arena.allocate(64, 16);
        call(find("pthread_mutexattr_init"), attributes, 0);
        call(find("pthread_mutexattr_setrobust"), attributes, PTHREAD_MUTEX_ROBUST);
        call(find("pthread_mutex_init"), mutex, attributes.address());
    }

    void lock() {
        call(lock, mutex, 0);
    }

    void unlock() {
        call(unlock, mutex, 0);
    }

    /** A function ignores what it does not take. */
    private static MethodHandle find(String function) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow(function),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));
    }

    private static void call(MethodHandle function, MemorySegment a, long b) {
        try {
            int error = (int) function.invokeExact(a.address(), b);
            if (error != 0) {
                throw new AssertionError(Errno.describe(error));
            }
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
