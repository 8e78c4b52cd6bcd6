package dev.tpfutex.core;

import dev.tpfutex.shm.layout.TaskLayout;

/**
 * A task of this process: one thread and its slot in the space. Only that thread uses it, except where a
 * method says otherwise.
 */
public final class Task {

    private final int tid;
    private final int slot;
    private final long base;
    private final RobustList robustList;
    private int ticket;

    /** The task of a slot that {@link TaskTable#allocate} has issued to this process. */
    Task(Port port, int tid) {
        this.tid = tid;
        this.slot = Tid.slot(tid);
        this.base = port.layout().task(slot);
        this.robustList = new RobustList(port, base);
        this.ticket = WaitWord.ticket(port.getLong(base + TaskLayout.WAIT));
    }

    /** The id that goes into futex words. */
    public int tid() {
        return tid;
    }

    /** Index of the task's slot. */
    public int slot() {
        return slot;
    }

    /** Offset of the task's slot. */
    public long base() {
        return base;
    }

    /** The locks that this task holds or is about to. */
    public RobustList robustList() {
        return robustList;
    }

    /** A ticket that this slot has not used before, in this generation or an earlier one. */
    int nextTicket() {
        return ++ticket;
    }
}
