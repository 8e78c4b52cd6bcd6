package dev.tpfutex.examples.demo;

/**
 * The statistics of one worker thread, in cache lines of its own. Written by that thread alone, read by the supervisor
 * at any time, also after the worker was killed.
 */
final class ThreadCell {

    static final long SIZE = 256;

    /** Waits longer than this are written down one by one. */
    static final long SLOW_NANOS = 1_000_000_000;
    private static final int SLOW_ROOM = 8;

    private static final long WRITES = 0;
    private static final long WAITING_SINCE = 8;
    private static final long INSIDE = 16;
    private static final long LONGEST_WRITE_WAIT = 24;
    private static final long MISSES = 32;
    private static final long DIED_AT = 40;
    private static final long DEATHS = 48;
    private static final long SLOW = 56;
    private static final long SLOW_WAITS = 64;
    private static final long READS = 192;
    private static final long LONGEST_READ_WAIT = 200;
    private static final long READER_DEATHS = 208;
    private static final long BUSY = 216;

    private final MappedWords words;

    ThreadCell(MappedWords words) {
        this.words = words;
    }

    /** A thread begins to use the cell, which the last one has left as it was. */
    void start() {
        words.set(INSIDE, 0);
    }

    /** The thread asks for the lock; gives the time at which it does. */
    long beginWait(Side side) {
        long now = System.nanoTime();
        words.set(BUSY, code(side));
        words.set(WAITING_SINCE, now);
        return now;
    }

    /** The thread has the lock that it asked for; gives the time. */
    long enter(long began) {
        words.set(INSIDE, words.get(BUSY));
        return endWait(began);
    }

    /** The thread has become the owner to repair, and may still have to wait for what it asked for; gives the time. */
    long enterToRepair() {
        words.set(INSIDE, code(Side.WRITER));
        return System.nanoTime();
    }

    /** The thread gave up; gives the time. */
    long miss(long began) {
        words.set(MISSES, words.get(MISSES) + 1);
        return endWait(began);
    }

    /** The thread is about to release the lock after one more operation. */
    void leave() {
        long count = words.get(INSIDE) == code(Side.READER) ? READS : WRITES;
        words.set(count, words.get(count) + 1);
        words.set(INSIDE, 0);
    }

    /** The thread still has the lock, but what it does now is no operation of its own. */
    void stepOut() {
        words.set(INSIDE, 0);
    }

    /** The thread was the owner and is now a reader. */
    void goOnReading() {
        words.set(BUSY, code(Side.READER));
        words.set(INSIDE, code(Side.READER));
    }

    /** The thread has released the lock. */
    void rest() {
        words.set(BUSY, 0);
    }

    private long endWait(long began) {
        long now = System.nanoTime();
        if (now - began > SLOW_NANOS) {
            addSlow(began, now);
        }
        words.set(WAITING_SINCE, 0);
        long longest = isBusyReading() ? LONGEST_READ_WAIT : LONGEST_WRITE_WAIT;
        if (now - began > words.get(longest)) {
            words.set(longest, now - began);
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

    /** The thread is about to end while it reads. From now on it is not known how long it will count as a reader. */
    void dieReading() {
        words.set(READER_DEATHS, words.get(READER_DEATHS) + 1);
        words.set(INSIDE, 0);
    }

    /** Under the lock, by one who was told that this thread is dead: when it was so by itself, 0 if it was not. */
    long takeDeath() {
        return words.getAndSet(DIED_AT, 0);
    }

    /** How many threads with this cell have ended as owners. */
    long deaths() {
        return words.get(DEATHS);
    }

    /** How many threads with this cell have ended as readers. */
    long readerDeaths() {
        return words.get(READER_DEATHS);
    }

    /** How many transfers were made. */
    long writes() {
        return words.get(WRITES);
    }

    /** How often the ledger was looked at. */
    long reads() {
        return words.get(READS);
    }

    /** Since when the thread waits by {@link System#nanoTime}, 0 if it does not. */
    long waitingSince() {
        return words.get(WAITING_SINCE);
    }

    /** Whether it owns the lock and is in the middle of an operation. */
    boolean isWriting() {
        return words.get(INSIDE) == code(Side.WRITER);
    }

    /** Whether it is a reader for certain, so that nobody can own the lock. */
    boolean isReading() {
        return words.get(INSIDE) == code(Side.READER);
    }

    /** Whether it reads, or is just about to become a reader or to cease to be one, or waits for that. */
    boolean isBusyReading() {
        return words.get(BUSY) == code(Side.READER);
    }

    /** The longest time it ever waited, in nanoseconds, whether or not it got the lock. */
    long longestWait(Side side) {
        return words.get(side == Side.READER ? LONGEST_READ_WAIT : LONGEST_WRITE_WAIT);
    }

    /** How often it gave up: not free at a try, or not in time. */
    long misses() {
        return words.get(MISSES);
    }

    /** Of words that are 0 for neither. */
    private static long code(Side side) {
        return side.ordinal() + 1L;
    }
}
