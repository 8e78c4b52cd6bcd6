package dev.tpfutex.bench.lock;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import net.openhft.chronicle.bytes.MappedBytes;
import net.openhft.chronicle.threads.Pauser;

/**
 * CH: what a user of Chronicle Bytes builds when processes share memory: a word that is compared and swapped, and a
 * pauser of the same makers between attempts, which spins, then yields, then sleeps ever longer.
 */
final class ChronicleBytesMutex implements TestedMutex {

    private static final int SIZE = 4096;
    private static final int FREE = 0;
    private static final int LOCKED = 1;

    private final MappedBytes bytes;
    private final ThreadLocal<Pauser> pausers = ThreadLocal.withInitial(Pauser::balanced);

    ChronicleBytesMutex(Path file) {
        try {
            bytes = MappedBytes.mappedBytes(file.toFile(), SIZE);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        bytes.singleThreadedCheckDisabled(true);
        // So that all of it is mapped before anybody else uses it.
        bytes.readVolatileInt(0);
    }

    @Override
    public void lock(Tally tally) {
        if (!take()) {
            lockSlowly(tally, RawFutex.FOREVER);
        }
    }

    @Override
    public boolean lock(Tally tally, long nanos) {
        return take() || lockSlowly(tally, Deadline.after(nanos));
    }

    private boolean take() {
        return bytes.compareAndSwapInt(0, FREE, LOCKED);
    }

    private boolean lockSlowly(Tally tally, long deadline) {
        tally.add(Count.SLOW_LOCKS);
        Pauser pauser = pausers.get();
        pauser.reset();
        do {
            if (Deadline.isOver(deadline)) {
                return false;
            }
            pauser.pause();
        } while (bytes.readVolatileInt(0) != FREE || !take());
        return true;
    }

    @Override
    public void unlock(Tally tally) {
        bytes.writeOrderedInt(0, FREE);
    }

    @Override
    public long residue() {
        return bytes.readVolatileInt(0);
    }
}
