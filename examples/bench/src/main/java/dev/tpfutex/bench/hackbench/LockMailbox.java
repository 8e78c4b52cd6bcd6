package dev.tpfutex.bench.hackbench;

import dev.tpfutex.bench.lock.RawFutex;
import dev.tpfutex.bench.lock.Tally;
import dev.tpfutex.bench.lock.TestedMutex;
import dev.tpfutex.bench.lock.Words;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;

/**
 * A ring of messages in memory that processes share, guarded by a mutex of some type. Who finds it empty, or full, sleeps
 * on a word of its until it has changed, the same way with each type of mutex.
 */
final class LockMailbox implements Mailbox {

    private static final long WRITTEN = 0;
    private static final long READ = 8;
    /** Changes with each message; and how many sleep until it does. */
    private static final long SENT = 64;
    private static final long SENT_SLEEPERS = 68;
    private static final long RECEIVED = 128;
    private static final long RECEIVED_SLEEPERS = 132;
    private static final long MESSAGES = 192;
    private static final int SLOTS = 32;

    private final MemorySegment memory;
    private final TestedMutex mutex;
    private final ThreadLocal<Tally> tallies = ThreadLocal.withInitial(Tally::new);

    LockMailbox(Path file, TestedMutex mutex) {
        this.memory = Words.map(file);
        this.mutex = mutex;
    }

    @Override
    public void send(byte[] message) {
        Tally tally = tallies.get();
        for (;;) {
            int seen = (int) Words.INT.getVolatile(memory, RECEIVED);
            mutex.lock(tally);
            long written = counter(WRITTEN);
            boolean room = written - counter(READ) < SLOTS;
            if (room) {
                MemorySegment.copy(message, 0, memory, ValueLayout.JAVA_BYTE, slot(written), MESSAGE);
                memory.set(ValueLayout.JAVA_LONG, WRITTEN, written + 1);
            }
            mutex.unlock(tally);
            if (room) {
                signal(SENT, SENT_SLEEPERS);
                return;
            }
            await(tally, RECEIVED, RECEIVED_SLEEPERS, seen);
        }
    }

    @Override
    public void receive(byte[] message) {
        Tally tally = tallies.get();
        for (;;) {
            int seen = (int) Words.INT.getVolatile(memory, SENT);
            mutex.lock(tally);
            long read = counter(READ);
            boolean some = counter(WRITTEN) > read;
            if (some) {
                MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, slot(read), message, 0, MESSAGE);
                memory.set(ValueLayout.JAVA_LONG, READ, read + 1);
            }
            mutex.unlock(tally);
            if (some) {
                signal(RECEIVED, RECEIVED_SLEEPERS);
                return;
            }
            await(tally, SENT, SENT_SLEEPERS, seen);
        }
    }

    private long counter(long offset) {
        return memory.get(ValueLayout.JAVA_LONG, offset);
    }

    private static long slot(long message) {
        return MESSAGES + message % SLOTS * MESSAGE;
    }

    private void await(Tally tally, long word, long sleepers, int seen) {
        Words.INT.getAndAdd(memory, sleepers, 1);
        RawFutex.await(tally, memory.address() + word, seen, RawFutex.FOREVER);
        Words.INT.getAndAdd(memory, sleepers, -1);
    }

    private void signal(long word, long sleepers) {
        Words.INT.getAndAdd(memory, word, 1);
        if ((int) Words.INT.getVolatile(memory, sleepers) > 0) {
            RawFutex.wake(memory.address() + word, 1);
        }
    }
}
