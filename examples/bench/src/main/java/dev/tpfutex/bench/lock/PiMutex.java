package dev.tpfutex.bench.lock;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/** PI: the kernel's futexes with priority inheritance. The word is the owner's tid; who has to wait does so in the kernel. */
final class PiMutex implements TestedMutex {

    private final MemorySegment memory;
    private final long address;

    PiMutex(Path file) {
        memory = Words.map(file);
        address = memory.address();
    }

    @Override
    public void lock(Tally tally) {
        if (!take(tally)) {
            tally.add(Count.SLOW_LOCKS);
            RawFutex.lockPi(tally, address, RawFutex.FOREVER);
        }
    }

    @Override
    public boolean lock(Tally tally, long nanos) {
        if (take(tally)) {
            return true;
        }
        tally.add(Count.SLOW_LOCKS);
        return RawFutex.lockPi(tally, address, Deadline.after(nanos));
    }

    private boolean take(Tally tally) {
        return Words.INT.compareAndSet(memory, 0L, 0, tally.osTid());
    }

    @Override
    public void unlock(Tally tally) {
        if (!Words.INT.compareAndSet(memory, 0L, tally.osTid(), 0)) {
            tally.add(Count.SLOW_UNLOCKS);
            RawFutex.unlockPi(tally, address);
        }
    }

    @Override
    public long residue() {
        return (int) Words.INT.getVolatile(memory, 0L);
    }
}
