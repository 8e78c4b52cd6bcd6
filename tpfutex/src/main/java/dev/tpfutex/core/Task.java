package dev.tpfutex.core;

import dev.tpfutex.shm.layout.TaskLayout;

/**
 * A task of this process: one thread, its slot in the space and its robust list. Only that thread uses it, except
 * where a method says otherwise. A task <em>is</em> its robust list, to spare the fast path a look-up.
 */
public class Task extends RobustList {

    private final int tid;
    private final int slot;
    private final long base;
    private final Thread permanentThread;
    private int ticket;

    /**
     * The task of a tid that {@link TaskTable#allocate} has issued to this process.
     *
     * @param permanentThread the thread that it is for, null if threads borrow it
     */
    public Task(Port port, int tid, Thread permanentThread) {
        super(port, port.layout().task(Tid.slot(tid)));
        this.tid = tid;
        this.permanentThread = permanentThread;
        this.slot = Tid.slot(tid);
        this.base = port.layout().task(slot);
        this.ticket = WaitWord.ticket(port.getLong(base + TaskLayout.WAIT));
    }

    /** The id that goes into futex words. */
    public final int tid() {
        return tid;
    }

    /** Index of the task's slot. */
    public final int slot() {
        return slot;
    }

    /** Offset of the task's slot. */
    public final long base() {
        return base;
    }

    @Override
    final Hold newHold(int lock) {
        return new Hold(this, tid, lock, permanentThread);
    }

    /**
     * Asked by the task's thread each time it looks around in a wait. A wait that is given up ends as one that is
     * interrupted: if the lock is coming already, it is taken.
     *
     * @param now {@link Port#nanoTime}
     */
    public boolean isToGiveUp(long now) {
        return false;
    }

    /** A ticket that this slot has not used before, in this generation or an earlier one. */
    final int nextTicket() {
        return ++ticket;
    }
}
