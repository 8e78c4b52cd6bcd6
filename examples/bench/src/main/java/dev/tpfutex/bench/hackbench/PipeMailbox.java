package dev.tpfutex.bench.hackbench;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A named pipe. The kernel writes so short a message in one piece. */
final class PipeMailbox implements Mailbox {

    /** Two, since who waits in one keeps everybody else out of it. */
    private final FileChannel input;
    private final FileChannel output;

    PipeMailbox(Path file) throws IOException {
        input = open(file);
        output = open(file);
    }

    /** To read and to write, so that the opening waits for nobody. */
    private static FileChannel open(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    static void create(Path file) throws IOException, InterruptedException {
        int result = new ProcessBuilder("mkfifo", file.toString()).inheritIO().start().waitFor();
        if (result != 0) {
            throw new IOException("mkfifo " + file + ": " + result);
        }
    }

    @Override
    public void send(byte[] message) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(message);
        while (buffer.hasRemaining()) {
            output.write(buffer);
        }
    }

    @Override
    public void receive(byte[] message) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(message);
        while (buffer.hasRemaining()) {
            if (input.read(buffer) < 0) {
                throw new EOFException();
            }
        }
    }
}
