package dev.tpfutex.bench.scale;

import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.SharedMutex;
import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.bench.PeerMain;
import dev.tpfutex.bench.lock.LockType;
import dev.tpfutex.bench.lock.Tally;
import dev.tpfutex.bench.lock.TestedMutex;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/** Main class of a JVM that opens a file with many locks, or uses one of its own for a while. */
public final class ScaleGuest {

    /** Pairs between two looks at the clock. */
    private static final int BATCH = 64;

    private final int process;
    private final Path folder;
    private LockSpace space;
    private TestedMutex own;

    private ScaleGuest(int process, Path folder) {
        this.process = process;
        this.folder = folder;
    }

    /**
     * Started by the benchmark.
     *
     * @param arguments its number, and the folder
     * @throws Exception if it cannot do what it should
     */
    public static void main(String[] arguments) throws Exception {
        ScaleGuest guest = new ScaleGuest(Integer.parseInt(arguments[0]), Path.of(arguments[1]));
        PeerMain.serve(guest::obey);
    }

    private long[] obey(String[] words) throws IOException {
        return switch (words[1]) {
            case "open" -> new long[] {open(words[2], Integer.parseInt(words[3]))};
            case "use" -> new long[] {use(Integer.parseInt(words[2]))};
            case "resident" -> new long[] {Resident.bytes(folder.resolve(words[2]))};
            case "close" -> {
                space.close();
                yield new long[0];
            }
            case "own" -> {
                LockType type = LockType.valueOf(words[2]);
                String name = "own-" + process;
                type.create(folder, name);
                own = type.mutex(folder, name);
                yield new long[0];
            }
            case "run" -> new long[] {run(Long.parseLong(words[2]), Long.parseLong(words[3]))};
            default -> throw new IllegalArgumentException(words[1]);
        };
    }

    /** Creates the file if it is not there; how long that took. */
    private long open(String file, int locks) {
        long begin = System.nanoTime();
        space = LockSpace.open(folder.resolve(file), SpaceOptions.defaults().locks(locks).withoutDaemon());
        return System.nanoTime() - begin;
    }

    /** Uses locks that nobody has used before; how long all of them took. */
    private long use(int locks) {
        long begin = System.nanoTime();
        for (int i = 0; i < locks; i++) {
            SharedMutex mutex = space.mutex("lock-" + i);
            mutex.lock();
            mutex.unlock();
        }
        return System.nanoTime() - begin;
    }

    /** How often it had its own lock in a time. */
    private long run(long begin, long end) {
        Tally tally = new Tally();
        for (long rest = begin - System.nanoTime(); rest > 0; rest = begin - System.nanoTime()) {
            LockSupport.parkNanos(rest);
        }
        long count = 0;
        while (System.nanoTime() - end < 0) {
            count += batch(tally);
        }
        return count;
    }

    private int batch(Tally tally) {
        for (int i = 0; i < BATCH; i++) {
            own.lock(tally);
            own.unlock(tally);
        }
        return BATCH;
    }
}
