package dev.tpfutex.api.spi;

/** As what a thread holds a lock or wants it, in the words of messages. */
public enum LockKind {

    /** A mutex. */
    MUTEX("mutex", "mutex "),

    /** The writers' side of a reader-writer lock. */
    WRITE_LOCK("write lock", "write lock of "),

    /** The readers' side of a reader-writer lock. */
    READ_LOCK("read lock", "read lock of "),

    /** The side of a reader-writer lock for the one reader that may write. */
    UPGRADABLE_LOCK("upgradable lock", "upgradable lock of "),

    /** A reader-writer lock, whichever of its sides. */
    READ_WRITE_LOCK("reader-writer lock", "reader-writer lock ");

    private final String words;
    private final String prefix;

    LockKind(String words, String prefix) {
        this.words = words;
        this.prefix = prefix;
    }

    /**
     * Whether the lock lets many read: all but mutexes do.
     *
     * @return whether it is a reader-writer lock or a side of one
     */
    public boolean isOfReadWriteLock() {
        return this != MUTEX;
    }

    /**
     * What such a lock is called.
     *
     * @return for example {@code read lock}
     */
    public String words() {
        return words;
    }

    /**
     * A lock of this kind, without an article.
     *
     * @param name of the lock
     * @return for example {@code read lock of "book"}
     */
    public String of(String name) {
        return prefix + '"' + name + '"';
    }
}
