package dev.tpfutex.examples.chronicle;

import net.openhft.chronicle.bytes.Bytes;

/**
 * A quote, as it lies at an offset of a Chronicle Bytes file. To read or write one takes several steps.
 *
 * @param updates how often it has been changed
 * @param author process id of who changed it last
 * @param bid what is offered
 * @param ask what is wanted, always 2 more
 * @param text says the same in words
 */
record Quote(long updates, long author, long bid, long ask, String text) {

    static final long SPREAD = 2;

    static Quote of(long updates, long author, long bid) {
        long ask = bid + SPREAD;
        return new Quote(updates, author, bid, ask, words(updates, author, bid, ask));
    }

    private static String words(long updates, long author, long bid, long ask) {
        return "update " + updates + " by JVM " + author + ": " + bid + "/" + ask;
    }

    static Quote read(Bytes<?> bytes, long offset) {
        bytes.readPositionRemaining(offset, bytes.capacity() - offset);
        return new Quote(bytes.readLong(), bytes.readLong(), bytes.readLong(), bytes.readLong(), bytes.readUtf8());
    }

    void write(Bytes<?> bytes, long offset) {
        bytes.writePosition(offset);
        bytes.writeLong(updates).writeLong(author).writeLong(bid).writeLong(ask).writeUtf8(text);
    }

    /** Whether all of it is of one update. */
    boolean isWhole() {
        return ask == bid + SPREAD && words(updates, author, bid, ask).equals(text);
    }
}
