package dev.tpfutex.bench.handoff;

import dev.tpfutex.bench.PeerMain;
import dev.tpfutex.bench.lock.LockType;
import dev.tpfutex.bench.lock.ProcessTime;
import dev.tpfutex.bench.lock.Tally;
import dev.tpfutex.bench.lock.TestedMutex;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Main class of a JVM that has a lock for long, or in which many threads wait for it. */
public final class WaitersGuest {

    private final Path folder;
    private final Map<LockType, TestedMutex> locks = new EnumMap<>(LockType.class);
    private final List<Thread> waiters = new ArrayList<>();
    private final Tally tally = new Tally();

    private WaitersGuest(Path folder) {
        this.folder = folder;
    }

    /**
     * Started by the benchmark.
     *
     * @param arguments its number, and the folder
     * @throws Exception if it cannot do what it should
     */
    public static void main(String[] arguments) throws Exception {
        WaitersGuest guest = new WaitersGuest(Path.of(arguments[1]));
        PeerMain.serve(guest::obey);
    }

    private long[] obey(String[] words) throws InterruptedException {
        LockType type = LockType.valueOf(words[2]);
        switch (words[1]) {
            case "open" -> locks.put(type, type.mutex(folder, LockType.SHARED));
            case "lock" -> locks.get(type).lock(tally);
            case "unlock" -> locks.get(type).unlock(tally);
            case "ask" -> ask(locks.get(type), Integer.parseInt(words[3]));
            case "join" -> join();
            case "cpu" -> {
                return new long[] {ProcessTime.nanos(tally)};
            }
            default -> throw new IllegalArgumentException(words[1]);
        }
        return new long[0];
    }

    private void ask(TestedMutex lock, int threads) {
        for (int i = 0; i < threads; i++) {
            waiters.add(Thread.ofPlatform().daemon().start(() -> {
                Tally own = new Tally();
                lock.lock(own);
                lock.unlock(own);
            }));
        }
    }

    private void join() throws InterruptedException {
        for (Thread waiter : waiters) {
            waiter.join();
        }
        waiters.clear();
    }
}
