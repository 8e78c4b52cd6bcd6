package dev.tpfutex.shm.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * A word of shared memory that the kernel marks when the thread that holds it ends, in whatever way: the kernel's part of
 * a robust, process-shared mutex of the C library.
 *
 * <p>A thread's robust list (get_robust_list(2)) has one head, and the C library has set it up for its own mutexes; so what
 * wants into that list has to look like one of them. As the thread ends, before its memory is taken down, the kernel walks
 * the list, replaces the thread id in each word by {@link #OWNER_DIED}, and wakes one sleeper if {@link #WAITERS} is set
 * ({@code exit_robust_list}, {@code handle_futex_death} in {@code kernel/futex/core.c}).
 *
 * <p>While a word is held, its {@link #SIZE} bytes are part of that list, and must not be unmapped. They lie where others
 * can write; so what is next in the list is remembered elsewhere ({@link Held}), and no address that is read from there is
 * ever followed here. The C library's own functions would follow it: with them, whoever can write to the file could
 * have this process write anywhere. (The kernel follows it when the thread ends; all that can come of it is that a
 * word with the thread's own id in it gets the mark.)
 */
@SuppressWarnings("restricted")
public final class RobustFutex {

    /** Bytes that it takes: {@code pthread_mutex_t} has 40 on x86-64 and 48 on aarch64. The word comes first. */
    public static final int SIZE = 48;

    /** Somebody sleeps on the word: FUTEX_WAITERS. */
    public static final int WAITERS = 0x8000_0000;

    /** The thread has ended: FUTEX_OWNER_DIED. */
    public static final int OWNER_DIED = 0x4000_0000;

    // What the C library keeps in a mutex behind the word. A link is the address of another mutex's NEXT.
    private static final long PREVIOUS = 24;
    private static final long NEXT = 32;

    // struct robust_list_head, in memory of the thread's own: first link, from a link to the word, and what is under way.
    private static final long FIRST = 0;
    private static final long TO_WORD = 8;
    private static final long PENDING = 16;

    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

    private static final long NONE = 0;

    private RobustFutex() {}

    /** A word that is held, and what was first in the thread's list before it. Used by that thread only. */
    public static final class Held {

        private final long address;
        private long before;

        private Held(long address, long before) {
            this.address = address;
            this.before = before;
        }

        /** Address of the word. */
        public long address() {
            return address;
        }

        private long link() {
            return address + NEXT;
        }
    }

    /** Loads what is needed, by a try: later it may be a matter of milliseconds. */
    public static void prepare() {
        try (Arena arena = Arena.ofConfined()) {
            Held held = hold(arena.allocate(SIZE, 16).address(), Threads.gettid(), null);
            if (held != null && !release(held, null)) {
                throw new AssertionError("the thread's robust list is not what it was a moment ago");
            }
        }
    }

    /**
     * Ties the word to the calling thread, until that ends or calls {@link #release}.
     *
     * @param address of {@link #SIZE} bytes that nobody else uses, a multiple of 16
     * @param osTid the calling thread's {@link Threads#gettid}
     * @param last what the thread has tied last and still holds; null if nothing
     * @return null if this system's C library has no such mutexes, or others than expected, or if somebody else's are in
     *     the list just now (who takes them out would not tell us), or the memory is gone
     */
    public static Held hold(long address, int osTid, Held last) {
        long head = head();
        if (head == NONE || osTid != Threads.gettid() || !isThere(address)) {
            return null;
        }
        long first = get(head + FIRST);
        if (first != (last == null ? head : last.link())) {
            return null;
        }
        Held held = new Held(address, first);
        // Does the thread end half-way, the kernel looks at this one, too.
        put(head + PENDING, held.link());
        try {
            memory(address, SIZE).set(ValueLayout.JAVA_INT, 0, osTid);
            put(held.link(), first);
            put(address + PREVIOUS, head);
            if (first != head) {
                put(first - NEXT + PREVIOUS, held.link());
            }
            put(head + FIRST, held.link());
        } finally {
            put(head + PENDING, NONE);
        }
        return held;
    }

    /**
     * Takes the word out of the calling thread's list; it is 0 then.
     *
     * @param later what the thread has tied next after this one and still holds; null if nothing
     * @return false if it has stayed in the list, since others than the thread's ties are in front of it, or somebody has
     *     shortened the file. Then the memory must stay until the thread ends
     */
    public static boolean release(Held held, Held later) {
        long head = head();
        boolean inFront = later == null ? get(head + FIRST) == held.link() : later.before == held.link();
        if (!inFront || !isThere(held.address) || later != null && !isThere(later.address)) {
            return false;
        }
        put(head + PENDING, held.link());
        try {
            if (later == null) {
                put(head + FIRST, held.before);
            } else {
                put(later.link(), held.before);
                later.before = held.before;
            }
            if (held.before != head && isThere(held.before - NEXT)) {
                put(held.before - NEXT + PREVIOUS, later == null ? head : later.link());
            }
            memory(held.address, SIZE).set(ValueLayout.JAVA_INT, 0, 0);
        } finally {
            put(head + PENDING, NONE);
        }
        return true;
    }

    /** The head of the calling thread's list, if it is one as we know it; else 0. */
    private static long head() {
        MemorySegment scratch = LibC.scratch();
        long at = scratch.address() + LibC.BUFFER;
        if (LibC.call(Abi.Call.GET_ROBUST_LIST, 0, at, at + Long.BYTES) < 0) {
            return NONE;
        }
        long head = scratch.get(ValueLayout.JAVA_LONG, LibC.BUFFER);
        return head != NONE && get(head + TO_WORD) == -NEXT ? head : NONE;
    }

    private static long get(long address) {
        return (long) LONG.getVolatile(memory(address, Long.BYTES), 0L);
    }

    /** In order with the stores around it: the kernel may look in between, when the thread is killed. */
    private static void put(long address, long value) {
        LONG.setVolatile(memory(address, Long.BYTES), 0L, value);
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
            memory(to, SIZE).copyFrom(memory(from, SIZE));
        }
    }

    private static int word(long address) {
        return memory(address, SIZE).get(ValueLayout.JAVA_INT, 0);
    }

    private static MemorySegment memory(long address, long size) {
        return MemorySegment.ofAddress(address).reinterpret(size);
    }
}
