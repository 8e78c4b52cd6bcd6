package dev.tpfutex.core;

import dev.tpfutex.shm.layout.LockLayout;
import dev.tpfutex.shm.layout.TaskLayout;

/**
 * The statistics of the slow paths: of a lock's owners and of its readers, each on their own. Those of how a lock got its
 * owner are raised by that owner; the others many may raise at once.
 */
public final class Counters {

    private Counters() {}

    /** A slow acquisition by one who goes on as the owner, and how it went. */
    static void acquired(Port port, Task task, Lock lock, int status) {
        long at = lock.at(switch (Status.how(status)) {
            case Status.STOLEN -> LockLayout.STEALS;
            case Status.ACQUIRED -> LockLayout.TOP_WAITS;
            default -> LockLayout.HANDOFFS;
        });
        port.putIntOrdered(at, port.getInt(at) + 1);
        countOfTask(port, task, status);
    }

    /** A slow acquisition by one who goes on as a reader, and how it went. */
    static void joined(Port port, Task task, Lock lock, int status) {
        addShared(port, lock.at(switch (Status.how(status)) {
            case Status.STOLEN -> LockLayout.READ_STEALS;
            case Status.ACQUIRED -> LockLayout.READ_TOP_WAITS;
            default -> LockLayout.READ_HANDOFFS;
        }), 1);
        countOfTask(port, task, status);
    }

    private static void countOfTask(Port port, Task task, int status) {
        add(port, task.base() + switch (Status.how(status)) {
            case Status.STOLEN -> TaskLayout.STEALS;
            case Status.ACQUIRED -> TaskLayout.TOP_WAITS;
            default -> TaskLayout.HANDOFFS;
        }, 1);
    }

    /**
     * A wait has ended, with or without the lock.
     *
     * @param toRead whether it was not for the lock itself
     */
    static void waited(Port port, Wait wait, boolean toRead, int result) {
        int sleeps = wait.sleeps();
        if (sleeps > 0) {
            addShared(port, wait.lock().at(toRead ? LockLayout.READ_SLEEPS : LockLayout.SLEEPS), sleeps);
            add(port, wait.task().base() + TaskLayout.SLEEPS, sleeps);
        }
        if (Errno.ETIMEDOUT.is(result)) {
            addShared(port, wait.lock().at(toRead ? LockLayout.READ_TIMEOUTS : LockLayout.TIMEOUTS), 1);
            add(port, wait.task().base() + TaskLayout.TIMEOUTS, 1);
        }
    }

    /** A recount has begun, for which a passage was left out. */
    static void recounted(Port port, Lock lock) {
        if (port.getAndAddInt(lock.at(LockLayout.RECOUNTS), 1) == -1) {
            addShared(port, lock.at(LockLayout.RECOUNTS_UPPER), 1);
        }
    }

    /** How many recounts have begun. Not exact while one begins. */
    public static long recounts(Port port, Lock lock) {
        long lower = Integer.toUnsignedLong(port.getInt(lock.at(LockLayout.RECOUNTS)));
        return Integer.toUnsignedLong(port.getInt(lock.at(LockLayout.RECOUNTS_UPPER))) << Integer.SIZE | lower;
    }

    /** How many owners the lock has had: its fencing token, less the numbers that recounts have left out. */
    public static long owners(Port port, Lock lock) {
        return Math.max(0, FencingToken.of(port, lock) - recounts(port, lock));
    }

    /** The caller is about to enter as the owner. */
    static void since(Port port, Lock lock) {
        port.putLongOrdered(lock.at(LockLayout.SINCE), port.nanoTime());
        port.putLongOrdered(lock.at(LockLayout.SINCE_TOKEN), FencingToken.of(port, lock) + 1);
    }

    /** Somebody begins to wait: the owner has been there since now at the latest. */
    static void firstSeen(Port port, Lock lock) {
        long token = FencingToken.of(port, lock);
        if (port.getLong(lock.at(LockLayout.SINCE_TOKEN)) != token) {
            port.putLongOrdered(lock.at(LockLayout.SINCE), port.nanoTime());
            port.putLongOrdered(lock.at(LockLayout.SINCE_TOKEN), token);
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
}
