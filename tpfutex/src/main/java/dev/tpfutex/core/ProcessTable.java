package dev.tpfutex.core;

import dev.tpfutex.shm.layout.CoordinatorLayout;
import dev.tpfutex.shm.layout.ProcessLayout;

/**
 * Registers processes. A record belongs to whoever holds the kernel's lock on it; the lock is taken before
 * the record is marked in use and outlives the mark, so that a marked record without the lock means death.
 */
public final class ProcessTable {

    private final Port port;

    public ProcessTable(Port port) {
        this.port = port;
    }

    /** Registers this process; the index of its record, or -1 if the table is full. */
    public int register(ProcessIdentity identity) {
        for (int index = 0; index < port.layout().maxProcesses(); index++) {
            if (isInUse(index) || !port.claimProcess(index)) {
                continue;
            }
            long control = port.getLong(at(index, ProcessLayout.CONTROL));
            if (ProcessControl.isInUse(control)) {
                // Somebody registered and died in between; its record must be cleaned up first.
                port.unclaimProcess(index);
                continue;
            }
            write(index, identity);
            port.putInt(at(index, ProcessLayout.INSERTING), 0);
            port.putInt(at(index, ProcessLayout.LIFE), 0);
            port.putLong(at(index, ProcessLayout.CONTROL), ProcessControl.nextInUse(control));
            announceChange();
            return index;
        }
        return -1;
    }

    /** Frees a record whose tasks are all cleaned up; false if somebody else has. */
    public boolean free(int index, long control) {
        boolean freed = port.compareAndSetLong(
                at(index, ProcessLayout.CONTROL), control, ProcessControl.freed(control));
        if (freed) {
            announceChange();
        }
        return freed;
    }

    /**
     * Sees to it that this process's own record says what it said at first: if it is damaged, only its process can tell.
     *
     * @param control as it was after {@link #register}
     */
    public void repair(int index, long control, ProcessIdentity identity) {
        long seen = control(index);
        if (seen != control) {
            port.corrupt(at(index, ProcessLayout.CONTROL), "says " + Long.toHexString(seen) + " of a living process");
            port.compareAndSetLong(at(index, ProcessLayout.CONTROL), seen, control);
            announceChange();
        }
        if (!identity.isSameAs(identity(index))) {
            port.corrupt(at(index, ProcessLayout.PID), "does not say who its process is");
            write(index, identity);
        }
    }

    public boolean isInUse(int index) {
        return ProcessControl.isInUse(control(index));
    }

    public long control(int index) {
        return port.getLong(at(index, ProcessLayout.CONTROL));
    }

    /** A number that changes whenever a process joins or leaves. */
    public int membership() {
        return port.getInt(membershipWord());
    }

    /** Reads a record, for whoever wants to watch or name the process. */
    public ProcessIdentity identity(int index) {
        int length = Math.clamp(port.getInt(at(index, ProcessLayout.COMMAND_LENGTH)), 0, ProcessLayout.MAX_COMMAND);
        return new ProcessIdentity(
                port.getInt(at(index, ProcessLayout.PID)),
                port.getInt(at(index, ProcessLayout.UID)),
                port.getLong(at(index, ProcessLayout.START_TIME)),
                port.getLong(at(index, ProcessLayout.BOOT_ID)),
                port.getLong(at(index, ProcessLayout.BOOT_ID + Long.BYTES)),
                port.getLong(at(index, ProcessLayout.PID_NAMESPACE)),
                port.getInt(at(index, ProcessLayout.ROLE)) == ProcessLayout.ROLE_DAEMON,
                port.getBytes(at(index, ProcessLayout.COMMAND), length));
    }

    /** Offset of a field of a record. */
    public long at(int index, long field) {
        return port.layout().process(index) + field;
    }

    private void write(int index, ProcessIdentity identity) {
        port.putInt(at(index, ProcessLayout.PID), identity.pid());
        port.putInt(at(index, ProcessLayout.UID), identity.uid());
        port.putLong(at(index, ProcessLayout.START_TIME), identity.startTime());
        port.putLong(at(index, ProcessLayout.BOOT_ID), identity.bootIdHigh());
        port.putLong(at(index, ProcessLayout.BOOT_ID + Long.BYTES), identity.bootIdLow());
        port.putLong(at(index, ProcessLayout.PID_NAMESPACE), identity.pidNamespace());
        int role = identity.daemon() ? ProcessLayout.ROLE_DAEMON : ProcessLayout.ROLE_CLIENT;
        port.putInt(at(index, ProcessLayout.ROLE), role);
        port.putInt(at(index, ProcessLayout.COMMAND_LENGTH), identity.command().length);
        port.putBytes(at(index, ProcessLayout.COMMAND), identity.command());
    }

    private void announceChange() {
        port.getAndAddInt(membershipWord(), 1);
        Doorbell.ring(port);
    }

    private long membershipWord() {
        return port.layout().coordinator() + CoordinatorLayout.MEMBERSHIP;
    }
}
