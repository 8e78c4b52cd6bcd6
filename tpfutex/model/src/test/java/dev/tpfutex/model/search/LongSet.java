package dev.tpfutex.model.search;

import java.util.Arrays;

/** A set of longs that are already well mixed; 0 is taken for 1. */
final class LongSet {

    private long[] table = new long[1 << 16];
    private int size;

    boolean add(long value) {
        long key = value == 0 ? 1 : value;
        int at = place(table, key);
        if (table[at] == key) {
            return false;
        }
        table[at] = key;
        if (++size > table.length / 2) {
            grow();
        }
        return true;
    }

    int size() {
        return size;
    }

    private static int place(long[] table, long key) {
        int at = (int) key & table.length - 1;
        while (table[at] != 0 && table[at] != key) {
            at = at + 1 & table.length - 1;
        }
        return at;
    }

    private void grow() {
        long[] bigger = new long[2 * table.length];
        Arrays.stream(table).filter(key -> key != 0).forEach(key -> bigger[place(bigger, key)] = key);
        table = bigger;
    }
}
