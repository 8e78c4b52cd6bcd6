package dev.tpfutex.bench.hackbench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.bench.lock.LockType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class MailboxTest {

    private static final int SENDERS = 3;
    private static final int MESSAGES = 500;

    @TempDir
    private Path folder;

    @Test
    void ringLosesNothing() throws Exception {
        LockType.GC.create(folder, "box");
        deliversAll(new LockMailbox(folder.resolve("ring"), LockType.GC.mutex(folder, "box")));
    }

    @Test
    void pipeLosesNothing() throws Exception {
        PipeMailbox.create(folder.resolve("pipe"));
        deliversAll(new PipeMailbox(folder.resolve("pipe")));
    }

    private static void deliversAll(Mailbox box) throws InterruptedException {
        AtomicLong sum = new AtomicLong();
        List<Thread> threads = new ArrayList<>();
        threads.add(Thread.ofPlatform().start(() -> sum.set(receiveAll(box))));
        for (int i = 1; i <= SENDERS; i++) {
            byte number = (byte) i;
            threads.add(Thread.ofPlatform().start(() -> sendAll(box, number)));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(sum.get()).isEqualTo((1L + 2 + 3) * MESSAGES);
    }

    private static void sendAll(Mailbox box, byte number) {
        byte[] message = new byte[Mailbox.MESSAGE];
        message[0] = number;
        message[Mailbox.MESSAGE - 1] = number;
        try {
            for (int i = 0; i < MESSAGES; i++) {
                box.send(message);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** The sum of the first bytes; the last ones have to be the same. */
    private static long receiveAll(Mailbox box) {
        byte[] message = new byte[Mailbox.MESSAGE];
        long sum = 0;
        try {
            for (int i = 0; i < SENDERS * MESSAGES; i++) {
                box.receive(message);
                assertThat(message[Mailbox.MESSAGE - 1]).isEqualTo(message[0]);
                sum += message[0];
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return sum;
    }
}
