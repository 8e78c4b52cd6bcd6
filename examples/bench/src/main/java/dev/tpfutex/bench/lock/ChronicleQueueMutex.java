package dev.tpfutex.bench.lock;

import java.nio.file.Path;
import net.openhft.chronicle.queue.impl.TableStore;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.queue.impl.single.TableStoreWriteLock;
import net.openhft.chronicle.queue.impl.table.Metadata;
import net.openhft.chronicle.queue.impl.table.SingleTableBuilder;

/** CQ: the lock by which writers of a Chronicle Queue exclude each other, with the pauser that the queue has by default. */
final class ChronicleQueueMutex implements TestedMutex {

    private static final long PATIENCE_MILLIS = 3_600_000;

    private final TableStoreWriteLock lock;

    ChronicleQueueMutex(Path file) {
        TableStore<Metadata.NoMeta> store = SingleTableBuilder.binary(file, Metadata.NoMeta.INSTANCE).build();
        lock = new TableStoreWriteLock(store, SingleChronicleQueueBuilder.builder().pauserSupplier(), PATIENCE_MILLIS);
    }

    @Override
    public void lock(Tally tally) {
        lock.lock();
    }

    @Override
    public boolean lock(Tally tally, long nanos) {
        throw new UnsupportedOperationException("the queue's lock has one time-out for all");
    }

    @Override
    public void unlock(Tally tally) {
        lock.unlock();
    }

    @Override
    public long residue() {
        return lock.locked() ? 1 : 0;
    }
}
