package dev.tpfutex.core;

/** What a lock protects: two plain fields that must always agree. */
final class PlainData {

    private int left;
    private int right;

    /** Changes both; which visit this is, -1 if somebody else was seen at work. */
    int visit() {
        int before = left;
        left = before + 1;
        boolean agreed = right == before;
        right = before + 1;
        return agreed ? before + 1 : -1;
    }
}
