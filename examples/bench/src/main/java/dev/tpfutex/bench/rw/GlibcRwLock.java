package dev.tpfutex.bench.rw;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The C library's reader-writer lock, shared by processes, in a mapped file: the rival. It is called in the cheapest
 * way that there is; that is allowed only where no call can block, and here none can, since nobody ever writes.
 */
final class GlibcRwLock {

    private static final Linker LINKER = Linker.nativeLinker();
    private static final FunctionDescriptor ON_LOCK =
            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS);
    private static final MethodHandle READ_LOCK =
            function("pthread_rwlock_rdlock", ON_LOCK, Linker.Option.critical(false));
    private static final MethodHandle UNLOCK =
            function("pthread_rwlock_unlock", ON_LOCK, Linker.Option.critical(false));

    /** More than {@code sizeof(pthread_rwlock_t)} on any architecture. */
    private static final int SIZE = 4096;
    private static final int ATTRIBUTE_SIZE = 64;
    private static final int PROCESS_SHARED = 1;

    private final MemorySegment lock;

    private GlibcRwLock(MemorySegment lock) {
        this.lock = lock;
    }

    /** Makes one in a new file. */
    static void create(Path file) throws IOException {
        MemorySegment lock = map(file, StandardOpenOption.CREATE_NEW);
        MemorySegment attributes = Arena.ofAuto().allocate(ATTRIBUTE_SIZE);
        try {
            int result = (int) function("pthread_rwlockattr_init", ON_LOCK).invokeExact(attributes);
            result |= (int) function("pthread_rwlockattr_setpshared", FunctionDescriptor.of(ValueLayout.JAVA_INT,
                    ValueLayout.ADDRESS, ValueLayout.JAVA_INT)).invokeExact(attributes, PROCESS_SHARED);
            result |= (int) function("pthread_rwlock_init", FunctionDescriptor.of(ValueLayout.JAVA_INT,
                    ValueLayout.ADDRESS, ValueLayout.ADDRESS)).invokeExact(lock, attributes);
            if (result != 0) {
                throw new IOException("no process-shared lock of the C library: " + result);
            }
        } catch (IOException | RuntimeException | Error failure) {
            throw failure;
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
    }

    static GlibcRwLock open(Path file) throws IOException {
        return new GlibcRwLock(map(file, StandardOpenOption.READ));
    }

    private static MemorySegment map(Path file, StandardOpenOption option) throws IOException {
        try (FileChannel channel = FileChannel.open(file, option, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, SIZE, Arena.global());
        }
    }

    @SuppressWarnings("restricted")
    private static MethodHandle function(String name, FunctionDescriptor type, Linker.Option... options) {
        return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), type, options);
    }

    /** Locks to read, and unlocks. */
    void readOnce() {
        try {
            int locked = (int) READ_LOCK.invokeExact(lock);
            int unlocked = (int) UNLOCK.invokeExact(lock);
            if ((locked | unlocked) != 0) {
                throw new IllegalStateException("rdlock " + locked + ", unlock " + unlocked);
            }
        } catch (RuntimeException | Error failure) {
            throw failure;
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
    }
}
