package dev.tpfutex.bench.handoff;

import dev.tpfutex.bench.PeerMain;
import dev.tpfutex.bench.lock.LockType;
import dev.tpfutex.bench.lock.TestedMutex;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/** Main class of a JVM that plays one part in {@link Relay}. */
public final class HandoffGuest {

    private final int part;
    private final Path folder;
    private final Map<LockType, TestedMutex> locks = new EnumMap<>(LockType.class);

    private HandoffGuest(int part, Path folder) {
        this.part = part;
        this.folder = folder;
    }

    /**
     * Started by the benchmark.
     *
     * @param arguments its part: 0 owner, 1 first waiter, 2 second; and the folder
     * @throws Exception if it cannot do what it should
     */
    public static void main(String[] arguments) throws Exception {
        HandoffGuest guest = new HandoffGuest(Integer.parseInt(arguments[0]), Path.of(arguments[1]));
        PeerMain.serve(guest::obey);
    }

    private long[] obey(String[] words) {
        LockType type = LockType.valueOf(words[2]);
        switch (words[1]) {
            case "open" -> locks.put(type, type.mutex(folder, LockType.SHARED));
            case "play" -> {
                return play(new Relay(folder.resolve("page"), Way.valueOf(words[3]), locks.get(type),
                        Long.parseLong(words[6])), Way.valueOf(words[3]), Integer.parseInt(words[4]),
                        Integer.parseInt(words[5]));
            }
            default -> throw new IllegalArgumentException(words[1]);
        }
        return new long[0];
    }

    /** The times of whoever is the last to get the lock; nothing from the others. */
    private long[] play(Relay relay, Way way, int begin, int end) {
        if (part == 2 && way != Way.QUEUED) {
            return new long[0];
        }
        long[] times = new long[end - begin];
        for (int round = begin; round < end; round++) {
            switch (part) {
                case 0 -> relay.owner(round);
                case 1 -> times[round - begin] = relay.first(round);
                default -> times[round - begin] = relay.second(round);
            }
        }
        return part == (way == Way.QUEUED ? 2 : 1) ? times : new long[0];
    }
}
