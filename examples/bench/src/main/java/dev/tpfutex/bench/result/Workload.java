package dev.tpfutex.bench.result;

import dev.tpfutex.api.ReadWriteOptions.Preference;
import java.util.Locale;

/**
 * What all threads do, over and over: lock, work, unlock, pause.
 *
 * @param rw whether with a reader-writer lock
 * @param processes how many
 * @param threads in each of them
 * @param load work under the lock, in units of {@link Thread#onSpinWait}
 * @param delay the pause, in the same units
 * @param sleeping so many of 1,024 pieces of work sleep instead
 * @param timeoutMicros after this long a wait is given up and begun again; 0 for never
 * @param readPercent how many of 100 operations only read
 * @param preference who comes first
 * @param separate whether a thread only reads or only writes
 */
public record Workload(boolean rw, int processes, int threads, int load, int delay, int sleeping, int timeoutMicros,
        int readPercent, Preference preference, boolean separate) {

    private static final int ALL = 100;

    /** A mutex, and nothing special. */
    public static Workload mutex(int processes, int threads, int load, int delay) {
        return new Workload(false, processes, threads, load, delay, 0, 0, 0, Preference.NONE, false);
    }

    /** A reader-writer lock, and nothing special. */
    public static Workload rwLock(int processes, int threads, int load, int delay, int readPercent) {
        return new Workload(true, processes, threads, load, delay, 0, 0, readPercent, Preference.NONE, false);
    }

    /** Threads of all processes. */
    public int allThreads() {
        return processes * threads;
    }

    /** One that leads through all of a lock in little time: short sections, owners that sleep now and then. */
    public Workload toWarmUp() {
        return new Workload(rw, processes, 2, 1, 1, 2, timeoutMicros, readPercent == 0 ? 0 : ALL / 2, preference,
                false);
    }

    /**
     * Whether a thread reads, if threads either read or write. There is at least one of each unless all of the operations
     * are the same.
     *
     * @param thread numbered over all processes
     */
    public boolean isReader(int thread) {
        long readers = Math.round(allThreads() * readPercent / (double) ALL);
        if (readPercent > 0 && readPercent < ALL) {
            readers = Math.clamp(readers, 1, Math.max(1, allThreads() - 1));
        }
        return thread < readers;
    }

    /** One line of words. */
    public String encode() {
        return String.join(" ", Boolean.toString(rw), Integer.toString(processes), Integer.toString(threads),
                Integer.toString(load), Integer.toString(delay), Integer.toString(sleeping),
                Integer.toString(timeoutMicros), Integer.toString(readPercent), preference.name(),
                Boolean.toString(separate));
    }

    /** From such words, beginning with the one at {@code at}. */
    public static Workload decode(String[] words, int at) {
        int next = at;
        return new Workload(Boolean.parseBoolean(words[next++]), Integer.parseInt(words[next++]),
                Integer.parseInt(words[next++]), Integer.parseInt(words[next++]), Integer.parseInt(words[next++]),
                Integer.parseInt(words[next++]), Integer.parseInt(words[next++]), Integer.parseInt(words[next++]),
                Preference.valueOf(words[next++]), Boolean.parseBoolean(words[next]));
    }

    /** A short name: {@code 2x4 load 10 delay 1}, {@code 2x4 read 90% load 10 delay 1}. */
    public String name() {
        StringBuilder name = new StringBuilder(String.format(Locale.ROOT, "%dx%d", processes, threads));
        if (rw) {
            name.append(" read ").append(readPercent).append('%');
        }
        name.append(" load ").append(load).append(" delay ").append(delay);
        if (sleeping > 0) {
            name.append(" sleeping ").append(sleeping).append("/1024");
        }
        if (timeoutMicros > 0) {
            name.append(" timeout ").append(timeoutMicros).append(" us");
        }
        if (preference != Preference.NONE) {
            name.append(" prefer ").append(preference.name().toLowerCase(Locale.ROOT));
        }
        return name.append(separate ? " separate" : "").toString();
    }
}
