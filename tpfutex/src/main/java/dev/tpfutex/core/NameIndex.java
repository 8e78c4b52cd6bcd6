package dev.tpfutex.core;

import dev.tpfutex.shm.layout.DescriptorLayout;
import dev.tpfutex.shm.layout.LockLayout;
import dev.tpfutex.shm.layout.ProcessLayout;
import java.util.Arrays;

/**
 * Finds the lock record of a name, or makes one. The index is an open-addressing table whose entries hold
 * a hash and a record number; one compare-and-exchange on an entry is the instant at which a name exists.
 *
 * <p>Insertion survives death at each step: the process writes down which descriptor it is about to claim,
 * claims it, fills it, links it. {@link #undo} frees a descriptor that was claimed and not linked. Names
 * are never removed. One thread of a process inserts at a time; processes need not agree.
 */
public final class NameIndex {

    /** No such lock, and no free record to make it. */
    public static final int FULL = -1;

    private static final int NOT_FOUND = -2;

    private final Port port;

    public NameIndex(Port port) {
        this.port = port;
    }

    /** The record of {@code name}, made by {@code process} with {@code kind} if there is none. */
    public synchronized int findOrInsert(byte[] name, int kind, int process) {
        int found = find(name);
        return found != NOT_FOUND ? found : insert(name, kind, process);
    }

    /** The record of {@code name}, or a negative number. */
    public int find(byte[] name) {
        int hash = Arrays.hashCode(name);
        for (int i = 0; i < entries(); i++) {
            long entry = port.getLong(entryAt(hash, i));
            if (entry == 0) {
                return NOT_FOUND;
            }
            if (isEntryOf(entry, hash, name)) {
                return lockOf(entry);
            }
        }
        return NOT_FOUND;
    }

    /** The name of a lock record, null if it has none. */
    public byte[] nameOf(int lock) {
        long descriptor = port.layout().descriptor(lock);
        int length = port.getInt(descriptor + DescriptorLayout.LENGTH);
        if (port.getInt(descriptor + DescriptorLayout.STATE) == DescriptorLayout.FREE
                || length < 1
                || length > DescriptorLayout.MAX_NAME) {
            return null;
        }
        return port.getBytes(descriptor + DescriptorLayout.NAME, length);
    }

    /**
     * Ends what a dead process was inserting: links stay, claims without a link are freed.
     *
     * @param control of the dead process's record
     */
    public void undo(int process, long control) {
        int lock = port.getInt(port.layout().process(process) + ProcessLayout.INSERTING) - 1;
        if (lock < 0 || lock >= port.layout().maxLocks()) {
            return;
        }
        long state = port.layout().descriptor(lock) + DescriptorLayout.STATE;
        int tag = ProcessControl.tag(process, control);
        if (port.getInt(state) == tag) {
            byte[] name = nameOf(lock);
            boolean linked = name != null && find(name) == lock;
            port.compareAndSetInt(state, tag, linked ? DescriptorLayout.LINKED : DescriptorLayout.FREE);
        }
    }

    private int insert(byte[] name, int kind, int process) {
        int lock = claimDescriptor(process);
        if (lock == FULL) {
            // Another process may just have taken the last one for this very name.
            int found = find(name);
            return found == NOT_FOUND ? FULL : found;
        }
        fill(lock, name, kind);
        int winner = link(lock, name);
        long state = port.layout().descriptor(lock) + DescriptorLayout.STATE;
        port.putInt(state, winner == lock ? DescriptorLayout.LINKED : DescriptorLayout.FREE);
        port.putInt(port.layout().process(process) + ProcessLayout.INSERTING, 0);
        return winner;
    }

    private int claimDescriptor(int process) {
        int tag = ProcessControl.tag(process, port.getLong(port.layout().process(process) + ProcessLayout.CONTROL));
        for (int lock = 0; lock < port.layout().maxLocks(); lock++) {
            long state = port.layout().descriptor(lock) + DescriptorLayout.STATE;
            if (port.getInt(state) != DescriptorLayout.FREE) {
                continue;
            }
            port.putInt(port.layout().process(process) + ProcessLayout.INSERTING, lock + 1);
            if (port.compareAndSetInt(state, DescriptorLayout.FREE, tag)) {
                return lock;
            }
        }
        port.putInt(port.layout().process(process) + ProcessLayout.INSERTING, 0);
        return FULL;
    }

    private void fill(int lock, byte[] name, int kind) {
        long descriptor = port.layout().descriptor(lock);
        port.putInt(descriptor + DescriptorLayout.LENGTH, name.length);
        port.putInt(descriptor + DescriptorLayout.HASH, Arrays.hashCode(name));
        port.putBytes(descriptor + DescriptorLayout.NAME, name);
        port.putInt(port.layout().lock(lock) + LockLayout.KIND, kind);
    }

    /** Links our record, unless the name gets linked to another: the record that the name has now. */
    private int link(int lock, byte[] name) {
        int hash = Arrays.hashCode(name);
        long ours = (long) hash << Integer.SIZE | lock + 1;
        for (int i = 0; i < entries(); i++) {
            long witness = port.compareAndExchangeLong(entryAt(hash, i), 0, ours);
            if (witness == 0) {
                return lock;
            }
            if (isEntryOf(witness, hash, name)) {
                return lockOf(witness);
            }
        }
        return FULL;
    }

    private boolean isEntryOf(long entry, int hash, byte[] name) {
        int lock = lockOf(entry);
        if ((int) (entry >>> Integer.SIZE) != hash) {
            return false;
        }
        if (lock < 0 || lock >= port.layout().maxLocks()) {
            port.corrupt(port.layout().names(), "name index points to lock " + lock);
            return false;
        }
        return Arrays.equals(nameOf(lock), name);
    }

    private static int lockOf(long entry) {
        return (int) entry - 1;
    }

    private int entries() {
        return port.layout().nameEntries();
    }

    private long entryAt(int hash, int probe) {
        int spread = hash * 0x9E37_79B9;
        long index = (Integer.toUnsignedLong(spread >>> 7) + probe) & entries() - 1;
        return port.layout().names() + index * Long.BYTES;
    }
}
