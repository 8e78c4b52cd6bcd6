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

    /** What is written about a lock, which may be the one of the name, is damaged. */
    public static final int DAMAGED = -3;

    private static final int NOT_FOUND = -2;
    private static final int COLLISION = -4;

    private final Port port;

    /** Null until a name is inserted. */
    private SeenNames seen;

    public NameIndex(Port port) {
        this.port = port;
    }

    /** The record of {@code name}, made by {@code process} with {@code kind} and {@code attributes} if there is none. */
    public synchronized int findOrInsert(byte[] name, int kind, int attributes, int process) {
        int found = find(name);
        return found != NOT_FOUND ? found : insert(name, kind, attributes, process);
    }

    /** As above for a kind of lock that has no attributes. */
    public int findOrInsert(byte[] name, int kind, int process) {
        return findOrInsert(name, kind, 0, process);
    }

    /** The record of {@code name}, or a negative number. */
    public int find(byte[] name) {
        int hash = Arrays.hashCode(name);
        for (int i = 0; i < entries(); i++) {
            long entry = port.getLong(entryAt(hash, i));
            if (entry == 0) {
                return NOT_FOUND;
            }
            int lock = compare(entry, entryAt(hash, i), hash, name);
            if (lock != COLLISION) {
                return lock;
            }
        }
        return NOT_FOUND;
    }

    /** The name of a lock record, null if it has none. */
    public byte[] nameOf(int lock) {
        long state = port.layout().descriptor(lock) + DescriptorLayout.STATE;
        return port.getInt(state) == DescriptorLayout.FREE ? null : nameIn(lock);
    }

    private byte[] nameIn(int lock) {
        long descriptor = port.layout().descriptor(lock);
        int length = port.getInt(descriptor + DescriptorLayout.LENGTH);
        return length < 1 || length > DescriptorLayout.MAX_NAME
                ? null
                : port.getBytes(descriptor + DescriptorLayout.NAME, length);
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

    private int insert(byte[] name, int kind, int attributes, int process) {
        int lock = claimDescriptor(name, process);
        if (lock == FULL) {
            // Another process may just have taken the last one for this very name.
            int found = find(name);
            return found == NOT_FOUND ? relink(name) : found;
        }
        fill(lock, name, kind, attributes);
        int winner = link(lock, name);
        long state = port.layout().descriptor(lock) + DescriptorLayout.STATE;
        port.putInt(state, winner == lock ? DescriptorLayout.LINKED : DescriptorLayout.FREE);
        port.putInt(port.layout().process(process) + ProcessLayout.INSERTING, 0);
        return winner;
    }

    /** The name may have a record whose entry in the index is damaged: then it gets another entry. */
    private int relink(byte[] name) {
        int lock = linked(name);
        if (lock == FULL) {
            return FULL;
        }
        port.corrupt(port.layout().descriptor(lock), "the name index has lost it");
        return link(lock, name);
    }

    /** The record that is linked and has the name, FULL if there is none. */
    private int linked(byte[] name) {
        return linked(name, port.layout().maxLocks());
    }

    private int linked(byte[] name, int end) {
        for (int lock = 0; lock < end; lock++) {
            if (isLinkedAs(name, lock)) {
                return lock;
            }
        }
        return FULL;
    }

    private boolean isLinkedAs(byte[] name, int lock) {
        long descriptor = port.layout().descriptor(lock);
        return port.getInt(descriptor + DescriptorLayout.HASH) == Arrays.hashCode(name)
                && port.getInt(descriptor + DescriptorLayout.STATE) == DescriptorLayout.LINKED
                && Arrays.equals(nameOf(lock), name);
    }

    /** Claims the first free record; FULL if there is none, or one before it has the name. */
    private int claimDescriptor(byte[] name, int process) {
        int tag = ProcessControl.tag(process, port.getLong(port.layout().process(process) + ProcessLayout.CONTROL));
        for (int lock = firstUnseen(name); lock < port.layout().maxLocks(); lock++) {
            long state = port.layout().descriptor(lock) + DescriptorLayout.STATE;
            if (isLinkedAs(name, lock)) {
                break;
            }
            if (port.getInt(state) != DescriptorLayout.FREE || isLinkedThoughFree(lock, state)) {
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

    /** Where to begin to look for the name or a free record, so that many insertions do not look at all again and again. */
    private int firstUnseen(byte[] name) {
        if (seen == null) {
            seen = new SeenNames(port.layout().maxLocks());
        }
        while (seen.records() < port.layout().maxLocks()) {
            long descriptor = port.layout().descriptor(seen.records());
            if (port.getInt(descriptor + DescriptorLayout.STATE) != DescriptorLayout.LINKED) {
                break;
            }
            seen.add(port.getInt(descriptor + DescriptorLayout.HASH));
        }
        int found = seen.mayContain(Arrays.hashCode(name)) ? linked(name, seen.records()) : FULL;
        return found == FULL ? seen.records() : found;
    }

    /** A record that an entry of the index leads to is not free: what says so is damaged. */
    private boolean isLinkedThoughFree(int lock, long state) {
        byte[] name = nameIn(lock);
        if (name == null || find(name) != lock) {
            return false;
        }
        if (port.compareAndSetInt(state, DescriptorLayout.FREE, DescriptorLayout.LINKED)) {
            port.corrupt(state, "says free of a lock that has a name");
        }
        return true;
    }

    private void fill(int lock, byte[] name, int kind, int attributes) {
        long descriptor = port.layout().descriptor(lock);
        port.putInt(descriptor + DescriptorLayout.LENGTH, name.length);
        port.putInt(descriptor + DescriptorLayout.HASH, Arrays.hashCode(name));
        port.putBytes(descriptor + DescriptorLayout.NAME, name);
        port.putInt(port.layout().lock(lock) + LockLayout.ATTRIBUTES, attributes);
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
            int other = compare(witness, entryAt(hash, i), hash, name);
            if (other != COLLISION) {
                return other;
            }
        }
        return FULL;
    }

    /** The lock of an entry if it is the one of the name, COLLISION if it is that of another name, or DAMAGED. */
    private int compare(long entry, long at, int hash, byte[] name) {
        int lock = (int) entry - 1;
        if ((int) (entry >>> Integer.SIZE) != hash) {
            return COLLISION;
        }
        if (lock < 0 || lock >= port.layout().maxLocks()) {
            port.corrupt(at, "points to lock " + lock);
            return COLLISION;
        }
        byte[] found = nameIn(lock);
        if (Arrays.equals(found, name)) {
            return lock;
        }
        if (Arrays.hashCode(found) == hash) {
            return COLLISION;
        }
        long descriptor = port.layout().descriptor(lock);
        if (found != null && Arrays.hashCode(found) == port.getInt(descriptor + DescriptorLayout.HASH)) {
            port.corrupt(at, "points to lock " + lock + ", whose name has another hash");
            return COLLISION;
        }
        port.corrupt(descriptor + DescriptorLayout.NAME, "the name does not have the hash that it was made with");
        return DAMAGED;
    }

    private int entries() {
        return port.layout().nameEntries();
    }

    private long entryAt(int hash, int probe) {
        long index = (Integer.toUnsignedLong(spread(hash)) + probe) & entries() - 1;
        return port.layout().names() + index * Long.BYTES;
    }

    /** Where in a table to begin to look for a hash; names that differ little have hashes that do. */
    static int spread(int hash) {
        return hash * 0x9E37_79B9 >>> 7;
    }
}
