package dev.tpfutex.core;

/**
 * The hashes of the names of the first lock records, which are linked all of them, as one JVM has seen them. Names are
 * never removed, so this stays true, and whoever looks for a free record or for a name among the records need not look at
 * them one by one again. Not thread-safe.
 */
final class SeenNames {

    private final int[] hashes;
    private int records;

    SeenNames(int maxLocks) {
        // At most half full, so that a search is short.
        hashes = new int[Integer.highestOneBit(Math.max(1, maxLocks)) << 2];
    }

    /** How many records have been seen: those below this number. */
    int records() {
        return records;
    }

    /** The next record is linked, with a name of this hash. */
    void add(int hash) {
        hashes[place(hash)] = stored(hash);
        records++;
    }

    /** Whether one of the records may have a name of this hash; at most rarely if none has. */
    boolean mayContain(int hash) {
        return hashes[place(hash)] != 0;
    }

    private int place(int hash) {
        int at = NameIndex.spread(hash) & hashes.length - 1;
        while (hashes[at] != 0 && hashes[at] != stored(hash)) {
            at = at + 1 & hashes.length - 1;
        }
        return at;
    }

    private static int stored(int hash) {
        return hash == 0 ? 1 : hash;
    }
}
