package dev.tpfutex.shm.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * A word of shared memory that the kernel marks when the thread that holds it ends, in whatever way: a robust,
 * process-shared mutex of the C library, of which only the kernel's part is used.
 *
 * <p>A thread's robust list (get_robust_list(2)) has one head, and the C library has taken it; so what wants into
 * that list has to be one of its mutexes. As the thread ends, before its memory is taken down, the kernel walks the
 * list, replaces the thread id in each word by {@link #OWNER_DIED}, and wakes one sleeper if {@link #WAITERS} is set
 * ({@code exit_robust_list}, {@code handle_futex_death} in {@code kernel/futex/core.c}).
 *
 * <p>While a word is held, its {@link #SIZE} bytes are part of a list that runs through the thread's mutexes: they
 * must neither be unmapped nor be changed by others, flags in the first four bytes excepted.
 */
@SuppressWarnings("restricted")
public final class RobustFutex {

    /** Bytes that it takes: {@code pthread_mutex_t} has 40 on x86-64 and 48 on aarch64. The word comes first. */
    public static final int SIZE = 48;

    /** Somebody sleeps on the word: FUTEX_WAITERS. */
    public static final int WAITERS = 0x8000_0000;

    /** The thread has ended: FUTEX_OWNER_DIED. */
    public static final int OWNER_DIED = 0x4000_0000;

    private static final int TID_MASK = 0x3fff_ffff;

    // What the C library keeps in a mutex behind the word. A link is the address of another mutex's NEXT.
    private static final long KIND = 16;
    private static final long PREVIOUS = 24;
    private static final long NEXT = 32;

    /** PTHREAD_MUTEX_ROBUST_NORMAL_NP and the bit for process-shared. */
    private static final int ROBUST_SHARED = 0x90;

    private RobustFutex() {}

    /** Links what is needed, by a try: the first takes some 20 milliseconds, which nobody should have to wait for. */
    public static synchronized void prepare() {
        int osTid = Threads.gettid();
        if (Handles.LOCK != null && hold(Handles.TRIED.address(), osTid)) {
            release(Handles.TRIED.address(), osTid);
        }
    }

    /**
     * Ties the word to the calling thread, until that ends or calls {@link #release}.
     *
     * @param address of {@link #SIZE} bytes that nobody else uses, a multiple of 16
     * @param osTid the calling thread's {@link Threads#gettid}
     * @return false if this system's C library has no such mutexes, or others than expected, or the memory is gone
     */
    public static boolean hold(long address, int osTid) {
        // The C library would take the JVM down with it.
        if (Handles.LOCK == null || !isThere(address)) {
            return false;
        }
        call(Handles.INIT, address, Handles.ATTRIBUTES.address());
        call(Handles.LOCK, address, 0);
        if (isHeld(address, osTid)) {
            return true;
        }
        call(Handles.UNLOCK, address, 0);
        return false;
    }

    /**
     * Takes the word out of the calling thread's list; it is 0 then.
     *
     * @param osTid the calling thread's {@link Threads#gettid}
     * @return false if it has stayed in the list, since somebody has damaged the mutex (the C library would follow
     *     whatever addresses it finds there) or shortened the file. Then the memory must stay until the thread ends
     */
    public static boolean release(long address, int osTid) {
        if (!isThere(address) || !isHeld(address, osTid) || !isListed(address)) {
            return false;
        }
        call(Handles.UNLOCK, address, 0);
        return true;
    }

    /** Whether it is a mutex as we make them, locked by the thread. */
    private static boolean isHeld(long address, int osTid) {
        return (word(address) & TID_MASK) == osTid && memory(address).get(ValueLayout.JAVA_INT, KIND) == ROBUST_SHARED;
    }

    /** Whether its neighbours in the list lead back to it. */
    private static boolean isListed(long address) {
        MemorySegment mutex = memory(address);
        long own = address + NEXT;
        return holds(mutex.get(ValueLayout.JAVA_LONG, PREVIOUS), own)
                && holds(mutex.get(ValueLayout.JAVA_LONG, NEXT) + PREVIOUS - NEXT, own);
    }

    /** Whether a link is there. The address may be anything: so the kernel looks, as for a futex. */
    private static boolean holds(long address, long link) {
        return Futex.holds(address, (int) link) && Futex.holds(address + Integer.BYTES, (int) (link >>> Integer.SIZE));
    }

    /** Whether all of it can still be read and written: whoever else has the file may have shortened it. */
    public static boolean isThere(long address) {
        return Futex.isThere(address) && Futex.isThere(address + SIZE - Integer.BYTES);
    }

    /** Whether what was held there is lost: the memory was gone, or has been since. */
    public static boolean isLost(long address) {
        return !isThere(address) || word(address) == 0;
    }

    /** Whether the thread that held the word has ended. */
    public static boolean hasEnded(long address) {
        return (word(address) & OWNER_DIED) != 0;
    }

    /** Copies a word with all that belongs to it, if it is there, to where the copy is to take its place. */
    public static void copy(long from, long to) {
        if (isThere(from)) {
            memory(to).copyFrom(memory(from));
        }
    }

    private static int word(long address) {
        return memory(address).get(ValueLayout.JAVA_INT, 0);
    }

    private static MemorySegment memory(long address) {
        return MemorySegment.ofAddress(address).reinterpret(SIZE);
    }

    private static void call(MethodHandle function, long a, long b) {
        try {
            int error = (int) function.invokeExact(a, b);
            if (error != 0) {
                throw new IllegalStateException("robust mutex: " + Errno.describe(-error));
            }
        } catch (RuntimeException | Error known) {
            throw known;
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
    }

    /** Linked at the first use. One signature for all, which spares time: a function ignores what it does not take. */
    private static final class Handles {

        private static final int PTHREAD_PROCESS_SHARED = 1;
        private static final int PTHREAD_MUTEX_ROBUST = 1;

        static final MethodHandle INIT = find("pthread_mutex_init");
        static final MethodHandle LOCK = find("pthread_mutex_lock");
        static final MethodHandle UNLOCK = find("pthread_mutex_unlock");
        static final MemorySegment TRIED = Arena.global().allocate(SIZE, 16);
        static final MemorySegment ATTRIBUTES = LOCK == null ? MemorySegment.NULL : attributes();

        private static MemorySegment attributes() {
            MemorySegment attributes = Arena.global().allocate(64, 16);
            call(find("pthread_mutexattr_init"), attributes.address(), 0);
            call(find("pthread_mutexattr_setpshared"), attributes.address(), PTHREAD_PROCESS_SHARED);
            call(find("pthread_mutexattr_setrobust"), attributes.address(), PTHREAD_MUTEX_ROBUST);
            return attributes;
        }

        private static MethodHandle find(String function) {
            Linker linker = Linker.nativeLinker();
            SymbolLookup library = linker.defaultLookup();
            FunctionDescriptor signature =
                    FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG);
            return library.find(function)
                    .map(address -> linker.downcallHandle(address, signature))
                    .orElse(null);
        }
    }
}
