package dev.tpfutex.core;

/** What a lock protects: two plain fields that must always agree. */
final class PlainData {

    /** Pauses between the two changes, for others to come in if they can. */
    private static final int PAUSES = 4;

    private int left;
    private int right;

    /** Changes both; which visit this is, -1 if somebody else was seen at work. */
    int visit() {
        int before = left;
        left = before + 1;
        for (int i = 0; i < PAUSES; i++) {
            Thread.onSpinWait();
        }
        boolean agreed = right == before;
        right = before + 1;
        return agreed ? before + 1 : -1;
    }

    /** How many visits there were, -1 if somebody was seen at work. */
    int look() {
        int seen = left;
        return right == seen ? seen : -1;
    }
}
