package dev.tpfutex.core;

import dev.tpfutex.shm.layout.LockLayout;
import dev.tpfutex.shm.layout.TaskLayout;

/** The statistics of the slow paths. Those of a lock are raised by its owner, unless many may at once. */
final class Counters {

    private Counters() {}

    /** A slow acquisition by one who stands in the word alone: who got the lock and how. */
    static void acquired(Port port, Task task, Lock lock, int status) {
        count(port, task, lock, Status.how(status));
        int sleeps = Status.sleeps(status);
        if (sleeps > 0) {
            addOwned(port, lock.at(LockLayout.SLEEPS), sleeps);
            add(port, task.base() + TaskLayout.SLEEPS, sleeps);
        }
    }

    /** The caller is about to enter as the owner. */
    static void since(Port port, Lock lock) {
        port.putLongOrdered(lock.at(LockLayout.SINCE), port.nanoTime());
        port.putLongOrdered(lock.at(LockLayout.SINCE_TOKEN), FencingToken.of(port, lock) + 1);
    }

    /** A slow acquisition by one of several readers. */
    static void joined(Port port, Task task, Lock lock, int status) {
        boolean stolen = Status.how(status) == Status.STOLEN;
        addShared(port, lock.at(stolen ? LockLayout.STEALS : LockLayout.TOP_WAITS), 1);
        add(port, task.base() + (stolen ? TaskLayout.STEALS : TaskLayout.TOP_WAITS), 1);
        int sleeps = Status.sleeps(status);
        if (sleeps > 0) {
            addShared(port, lock.at(LockLayout.SLEEPS), sleeps);
            add(port, task.base() + TaskLayout.SLEEPS, sleeps);
        }
    }

    /** Somebody begins to wait: the owner has been there since now at the latest. */
    static void firstSeen(Port port, Lock lock) {
        long token = FencingToken.of(port, lock);
        if (port.getLong(lock.at(LockLayout.SINCE_TOKEN)) != token) {
            port.putLongOrdered(lock.at(LockLayout.SINCE), port.nanoTime());
            port.putLongOrdered(lock.at(LockLayout.SINCE_TOKEN), token);
        }
    }

    private static void count(Port port, Task task, Lock lock, int how) {
        switch (how) {
            case Status.STOLEN -> {
                addOwned(port, lock.at(LockLayout.STEALS), 1);
                add(port, task.base() + TaskLayout.STEALS, 1);
            }
            case Status.ACQUIRED -> {
                addOwned(port, lock.at(LockLayout.TOP_WAITS), 1);
                add(port, task.base() + TaskLayout.TOP_WAITS, 1);
            }
            default -> {
                addOwned(port, lock.at(LockLayout.HANDOFFS), 1);
                add(port, task.base() + TaskLayout.HANDOFFS, 1);
            }
        }
    }

    /** A counter of the task's own slot. */
    static void add(Port port, long at, long delta) {
        if (delta != 0) {
            port.putLongOrdered(at, port.getLong(at) + delta);
        }
    }

    /** A counter that any task may raise at any time. */
    static void addShared(Port port, long at, int delta) {
        port.getAndAddInt(at, delta);
    }

    private static void addOwned(Port port, long at, int delta) {
        port.putIntOrdered(at, port.getInt(at) + delta);
    }
}
