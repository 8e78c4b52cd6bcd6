package dev.tpfutex.model.search;

/** A map from a node and a result to a node. */
final class Edges {

    static final int UNKNOWN = -1;

    private int[] from = new int[1 << 10];
    private long[] results = new long[1 << 10];
    private int[] to = new int[1 << 10];
    private int size;

    int get(int node, long result) {
        int at = place(node, result);
        return from[at] == 0 ? UNKNOWN : to[at];
    }

    void put(int node, long result, int next) {
        int at = place(node, result);
        from[at] = node + 1;
        results[at] = result;
        to[at] = next;
        if (++size > from.length / 2) {
            grow();
        }
    }

    private int place(int node, long result) {
        long hash = (node * 0x9E3779B97F4A7C15L ^ result) * 0xD6E8FEB86659FD93L;
        int at = (int) (hash ^ hash >>> 32) & from.length - 1;
        while (from[at] != 0 && (from[at] != node + 1 || results[at] != result)) {
            at = at + 1 & from.length - 1;
        }
        return at;
    }

    private void grow() {
        int[] oldFrom = from;
        long[] oldResults = results;
        int[] oldTo = to;
        from = new int[2 * oldFrom.length];
        results = new long[from.length];
        to = new int[from.length];
        size = 0;
        for (int i = 0; i < oldFrom.length; i++) {
            if (oldFrom[i] != 0) {
                put(oldFrom[i] - 1, oldResults[i], oldTo[i]);
            }
        }
    }
}
