package dev.tpfutex.bench.contend;

import dev.tpfutex.api.ReadWriteOptions.Preference;
import dev.tpfutex.bench.PeerMain;
import dev.tpfutex.bench.lock.LockType;
import dev.tpfutex.bench.lock.TestedMutex;
import dev.tpfutex.bench.result.Workload;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/** Main class of a JVM that takes part. */
public final class WorkGuest {

    private final int process;
    private final Path folder;
    private final boolean rw;
    private final Preference preference;
    private final SharedPage page;
    private final Loops loops;
    private final Map<LockType, TestedMutex> locks = new EnumMap<>(LockType.class);
    private Crew crew;

    private WorkGuest(int process, Path folder, boolean rw, Preference preference) {
        this.process = process;
        this.folder = folder;
        this.rw = rw;
        this.preference = preference;
        this.page = new SharedPage(folder.resolve(Team.PAGE));
        this.loops = new Loops(rw);
    }

    /**
     * Started by the benchmark.
     *
     * @param arguments number of the process, folder, whether reader-writer locks, their preference
     * @throws Exception if it cannot do what it should
     */
    public static void main(String[] arguments) throws Exception {
        WorkGuest guest = new WorkGuest(Integer.parseInt(arguments[0]), Path.of(arguments[1]),
                Boolean.parseBoolean(arguments[2]), Preference.valueOf(arguments[3]));
        PeerMain.serve(guest::obey);
    }

    private long[] obey(String[] words) throws InterruptedException {
        switch (words[1]) {
            case "open" -> open(LockType.valueOf(words[2]));
            case "prepare" -> {
                LockType type = LockType.valueOf(words[2]);
                crew = new Crew(type, locks.get(type), page, Workload.decode(words, 3), loops, process);
                crew.prepare();
            }
            case "count" -> {
                return crew.count();
            }
            case "run" -> {
                return crew.run(Long.parseLong(words[2]), Long.parseLong(words[3])).encode();
            }
            case "leave" -> crew.leave();
            default -> throw new IllegalArgumentException(words[1]);
        }
        return new long[0];
    }

    private void open(LockType type) {
        locks.put(type, rw ? type.rwLock(folder, preference) : type.mutex(folder, LockType.SHARED));
    }
}
