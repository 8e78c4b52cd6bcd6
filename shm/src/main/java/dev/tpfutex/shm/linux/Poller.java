package dev.tpfutex.shm.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * Waits until one of a set of descriptors is readable, until another thread wakes it, or until a time
 * is up: ppoll(2) with an eventfd(2) for the wake-up. Made for pidfds and sockets.
 *
 * <p>One thread owns the poller and calls {@link #add}, {@link #remove}, {@link #await} and
 * {@link #close}; only {@link #wakeUp} may be called by any thread, at any time, also after closing.
 * The poller does not own the descriptors added to it: remove one before closing it.
 */
public final class Poller implements AutoCloseable {

    private static final int[] NONE = {};

    private static final long ENTRY = 8;
    private static final long EVENTS = 4;
    private static final long RETURNED = 6;
    private static final short POLLIN = 1;
    private static final int EFD_CLOEXEC_NONBLOCK = 0x80000 | 0x800;
    private static final long NANOS_PER_MILLI = 1_000_000L;

    private final Object wakeUpLock = new Object();
    private int eventFd;

    private MemorySegment entries;
    private int capacity = 16;
    private int count = 1;

    /**
     * Creates a poller with no descriptors.
     *
     * @throws IllegalStateException if the kernel gives no event descriptor, say because too many files are open
     */
    public Poller() {
        entries = allocate(capacity);
        long fd = LibC.call(Abi.Call.EVENTFD2, 0, EFD_CLOEXEC_NONBLOCK, 0);
        if (fd < 0) {
            throw new IllegalStateException("eventfd: " + Errno.describe(fd));
        }
        eventFd = (int) fd;
        write(0, eventFd);
    }

    /** Adds a descriptor. Adding one twice is allowed and reports it twice. */
    public void add(int fd) {
        if (count == capacity) {
            grow();
        }
        write(count++, fd);
    }

    private void grow() {
        MemorySegment larger = allocate(2 * capacity);
        MemorySegment.copy(entries, 0, larger, 0, count * ENTRY);
        entries = larger;
        capacity *= 2;
    }

    private static MemorySegment allocate(int capacity) {
        return Arena.ofAuto().allocate(capacity * ENTRY, 8);
    }

    private void write(int index, int fd) {
        entries.set(ValueLayout.JAVA_INT, index * ENTRY, fd);
        entries.set(ValueLayout.JAVA_SHORT, index * ENTRY + EVENTS, POLLIN);
        entries.set(ValueLayout.JAVA_SHORT, index * ENTRY + RETURNED, (short) 0);
    }

    /** Removes a descriptor, once if it was added more often. Does nothing if it isn't there. */
    public void remove(int fd) {
        for (int i = 1; i < count; i++) {
            if (fd(i) == fd) {
                count--;
                write(i, fd(count));
                return;
            }
        }
    }

    /** Number of descriptors. */
    public int size() {
        return count - 1;
    }

    /**
     * Waits. A wake-up that came before is not lost: the next await returns at once.
     *
     * @param timeoutMillis 0 only looks; negative waits without a limit
     * @return the descriptors that are readable, at end of file, broken or not open (which the caller
     *     finds out by using them); empty after a wake-up, a signal or when the time was up
     */
    public int[] await(long timeoutMillis) {
        MemorySegment scratch = LibC.scratch();
        long timeout = timeoutMillis < 0 ? 0 : LibC.timespec(scratch, toNanos(timeoutMillis));
        long ready = LibC.call(scratch, Abi.Call.PPOLL, entries.address(), count, timeout, 0, 0, 0);
        if (ready <= 0) {
            checkInterrupted(ready);
            return NONE;
        }
        if (returned(0) != 0) {
            drain(scratch);
            ready--;
        }
        return ready == 0 ? NONE : collect((int) ready);
    }

    private static long toNanos(long millis) {
        return Math.min(millis, Long.MAX_VALUE / NANOS_PER_MILLI) * NANOS_PER_MILLI;
    }

    private static void checkInterrupted(long result) {
        if (result < 0 && result != -Errno.EINTR) {
            throw new IllegalStateException("ppoll: " + Errno.describe(result));
        }
    }

    private void drain(MemorySegment scratch) {
        LibC.call(Abi.Call.READ, eventFd, scratch.address() + LibC.BUFFER, Long.BYTES);
    }

    private int[] collect(int expected) {
        int[] ready = new int[expected];
        int found = 0;
        for (int i = 1; i < count && found < expected; i++) {
            if (returned(i) != 0) {
                ready[found++] = fd(i);
            }
        }
        return found == expected ? ready : Arrays.copyOf(ready, found);
    }

    private int fd(int index) {
        return entries.get(ValueLayout.JAVA_INT, index * ENTRY);
    }

    private short returned(int index) {
        return entries.get(ValueLayout.JAVA_SHORT, index * ENTRY + RETURNED);
    }

    /** Lets the current or the next {@link #await} return. Callable from every thread. */
    public void wakeUp() {
        // The lock keeps the descriptor from being closed, and its number reused, under the write.
        synchronized (wakeUpLock) {
            if (eventFd >= 0) {
                MemorySegment scratch = LibC.scratch();
                scratch.set(ValueLayout.JAVA_LONG, LibC.BUFFER, 1L);
                LibC.call(Abi.Call.WRITE, eventFd, scratch.address() + LibC.BUFFER, Long.BYTES);
            }
        }
    }

    /** Releases the poller's own descriptor. Idempotent; no thread may be in {@link #await}. */
    @Override
    public void close() {
        synchronized (wakeUpLock) {
            if (eventFd >= 0) {
                NativeFiles.close(eventFd);
                eventFd = -1;
            }
        }
    }
}
