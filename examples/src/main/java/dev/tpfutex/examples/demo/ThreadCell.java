package dev.tpfutex.examples.demo;

/**
 * The statistics of one worker thread, in cache lines of its own. Written by that thread alone, read by the supervisor
 * at any time, also after the worker was killed.
 */
final class ThreadCell {

    static final long SIZE = 192;

    /** Waits longer than this are written down one by one. */
    static final long SLOW_NANOS = 1_000_000_000;
    private static final int SLOW_ROOM = 8;

    private static final long OPERATIONS = 0;
    private static final long WAITING_SINCE = 8;
    private static final long INSIDE = 16;
    private static final long LONGEST_WAIT = 24;
    private static final long MISSES = 32;
    private static final long DIED_AT = 40;
    private static final long DEATHS = 48;
    private static final long SLOW = 56;
    private static final long SLOW_WAITS = 64;

    private final MappedWords words;

    ThreadCell(MappedWords words) {
        this.words = words;
    }

    /** A thread begins to use the cell, which the last one has left as it was. */
    void start() {
        words.set(INSIDE, 0);
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
        if (now - began > SLOW_NANOS) {
            addSlow(began, now);
        }
        words.set(WAITING_SINCE, 0);
        if (now - began > words.get(LONGEST_WAIT)) {
            words.set(LONGEST_WAIT, now - began);
        }
        return now;
    }

    private void addSlow(long began, long ended) {
        long count = words.get(SLOW);
        long at = SLOW_WAITS + count % SLOW_ROOM * 2 * Long.BYTES;
        words.set(at, began);
        words.set(at + Long.BYTES, ended);
        words.set(SLOW, count + 1);
    }

    /** How many waits were slow; the last eight of them can be looked at. */
    int slowWaits() {
        return (int) words.get(SLOW);
    }

    /** When a slow wait began. */
    long slowBegan(int number) {
        return words.get(SLOW_WAITS + number % SLOW_ROOM * 2L * Long.BYTES);
    }

    /** When it ended. */
    long slowEnded(int number) {
        return words.get(SLOW_WAITS + number % SLOW_ROOM * 2L * Long.BYTES + Long.BYTES);
    }

    /** The thread is about to end while it owns the lock, in the middle of an operation. */
    void die() {
        words.set(DEATHS, words.get(DEATHS) + 1);
        words.set(DIED_AT, System.nanoTime());
    }

    /** Under the mutex, by one who was told that this thread is dead: when it was so by itself, 0 if it was not. */
    long takeDeath() {
        return words.getAndSet(DIED_AT, 0);
    }

    /** How many threads with this cell have ended as owners. */
    long deaths() {
        return words.get(DEATHS);
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
