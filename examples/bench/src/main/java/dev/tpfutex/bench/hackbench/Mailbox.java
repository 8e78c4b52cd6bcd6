package dev.tpfutex.bench.hackbench;

import java.io.IOException;

/** Where one receiver gets its messages from; for all senders. */
interface Mailbox {

    /** Bytes of a message. */
    int MESSAGE = 100;

    /**
     * Sends a message, and waits while there is no room.
     *
     * @param message {@link #MESSAGE} bytes
     */
    void send(byte[] message) throws IOException;

    /**
     * Waits for a message.
     *
     * @param message where to: {@link #MESSAGE} bytes
     */
    void receive(byte[] message) throws IOException;
}
