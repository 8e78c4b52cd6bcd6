package dev.tpfutex.bench.hackbench;

import dev.tpfutex.bench.PeerMain;
import dev.tpfutex.bench.lock.LockType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Main class of a JVM that has all the senders, number 0, or all the receivers. */
public final class HackGuest {

    /** Instead of a type of lock. */
    static final String PIPE = "pipe";

    private final boolean sends;
    private final Path folder;
    private final List<Mailbox> boxes = new ArrayList<>();

    private HackGuest(boolean sends, Path folder) {
        this.sends = sends;
        this.folder = folder;
    }

    /**
     * Started by the benchmark.
     *
     * @param arguments its number, and the folder
     * @throws Exception if it cannot do what it should
     */
    public static void main(String[] arguments) throws Exception {
        HackGuest guest = new HackGuest(arguments[0].equals("0"), Path.of(arguments[1]));
        PeerMain.serve(guest::obey);
    }

    static Path pipe(Path folder, int receiver) {
        return folder.resolve("pipe-" + receiver);
    }

    static String lock(int receiver) {
        return "box-" + receiver;
    }

    private long[] obey(String[] words) throws Exception {
        switch (words[1]) {
            case "open" -> open(words[2], Integer.parseInt(words[3]));
            case "run" -> {
                return new long[] {run(Integer.parseInt(words[2]), Integer.parseInt(words[3]))};
            }
            default -> throw new IllegalArgumentException(words[1]);
        }
        return new long[0];
    }

    private void open(String side, int receivers) throws IOException {
        boxes.clear();
        for (int i = 0; i < receivers; i++) {
            boxes.add(side.equals(PIPE) ? new PipeMailbox(pipe(folder, i)) : new LockMailbox(
                    folder.resolve("ring-" + i), LockType.valueOf(side).mutex(folder, lock(i))));
        }
    }

    /** As many senders as receivers in each group; the sum of what was sent, or was received. */
    private long run(int groupSize, int loops) throws InterruptedException {
        AtomicLong sum = new AtomicLong();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < boxes.size(); i++) {
            int number = i;
            int group = i / groupSize * groupSize;
            threads.add(Thread.ofPlatform().daemon().start(() -> sum.addAndGet(sends
                    ? send(number, boxes.subList(group, group + groupSize), loops)
                    : receive(boxes.get(number), groupSize * loops))));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return sum.get();
    }

    private static long send(int number, List<Mailbox> receivers, int loops) {
        byte[] message = new byte[Mailbox.MESSAGE];
        long sum = 0;
        try {
            for (int i = 0; i < loops; i++) {
                message[i % Mailbox.MESSAGE] = (byte) (number + i & Byte.MAX_VALUE);
                for (Mailbox receiver : receivers) {
                    receiver.send(message);
                    sum += checksum(message);
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return sum;
    }

    private static long receive(Mailbox box, int messages) {
        byte[] message = new byte[Mailbox.MESSAGE];
        long sum = 0;
        try {
            for (int i = 0; i < messages; i++) {
                box.receive(message);
                sum += checksum(message);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return sum;
    }

    private static long checksum(byte[] message) {
        long sum = 0;
        for (byte one : message) {
            sum += one;
        }
        return sum;
    }
}
