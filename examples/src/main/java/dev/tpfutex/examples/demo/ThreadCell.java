package dev.tpfutex.examples.demo;

/**
 * The statistics of one worker thread, in cache lines of its own. Written by that thread alone, read by the supervisor
 * at any time, also after the worker was killed.
 */
final class ThreadCell {

    static final long SIZE = 128;

    private static final long OPERATIONS = 0;
    private static final long WAITING_SINCE = 8;
    private static final long INSIDE = 16;
    private static final long LONGEST_WAIT = 24;
    private static final long MISSES = 32;

    private final MappedWords words;

    ThreadCell(MappedWords words) {
        this.words = words;
    }

    /** The thread asks for the lock; gives the time at which it does. */
    long beginWait() {
        long now = System.nanoTime();
        words.set(WAITING_SINCE, now);
        return now;
    }

    /** The thread has the lock; gives the time. */
    long enter(long began) {
        words.set(INSIDE, 1);
        return endWait(began);
    }

    /** The thread gave up; gives the time. */
    long miss(long began) {
        words.set(MISSES, words.get(MISSES) + 1);
        return endWait(began);
    }

    /** The thread is about to release the lock after one more operation. */
    void leave() {
        words.set(OPERATIONS, words.get(OPERATIONS) + 1);
        words.set(INSIDE, 0);
    }

    private long endWait(long began) {
        long now = System.nanoTime();
        words.set(WAITING_SINCE, 0);
        if (now - began > words.get(LONGEST_WAIT)) {
            words.set(LONGEST_WAIT, now - began);
        }
        return now;
    }

    long operations() {
        return words.get(OPERATIONS);
    }

    /** Since when the thread waits by {@link System#nanoTime}, 0 if it does not. */
    long waitingSince() {
        return words.get(WAITING_SINCE);
    }

    boolean inside() {
        return words.get(INSIDE) != 0;
    }

    /** The longest time it ever waited, in nanoseconds, whether or not it got the lock. */
    long longestWait() {
        return words.get(LONGEST_WAIT);
    }

    /** How often it gave up: not free at a try, or not in time. */
    long misses() {
        return words.get(MISSES);
    }
}
