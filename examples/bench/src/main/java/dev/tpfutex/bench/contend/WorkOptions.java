package dev.tpfutex.bench.contend;

import dev.tpfutex.api.ReadWriteOptions.Preference;
import dev.tpfutex.bench.TypeOptions;
import dev.tpfutex.bench.result.Workload;
import picocli.CommandLine.Option;

/** What the threads do. */
final class WorkOptions {

    private static final int SLEEP_RATIO = 1024;

    @Option(names = {"-p", "--processes"}, paramLabel = "N", defaultValue = "2",
            description = "JVMs (${DEFAULT-VALUE})")
    private int processes;

    @Option(names = {"-t", "--threads"}, paramLabel = "N", defaultValue = "1",
            description = "threads in each JVM (${DEFAULT-VALUE})")
    private int threads;

    @Option(names = {"-l", "--loadlat"}, paramLabel = "N", defaultValue = "1",
            description = "work under the lock, in calls of Thread.onSpinWait (${DEFAULT-VALUE})")
    private int load;

    @Option(names = {"-d", "--locklat"}, paramLabel = "N", defaultValue = "1",
            description = "pause between locks, in the same unit (${DEFAULT-VALUE})")
    private int delay;

    @Option(names = {"-w", "--wait-ratio"}, paramLabel = "N", defaultValue = "0",
            description = "so many of 1024 loads are a sleep of 1 us instead (${DEFAULT-VALUE})")
    private int sleeping;

    @Option(names = {"-T", "--timeout"}, paramLabel = "MICROSECONDS", defaultValue = "0",
            description = "give up and begin anew after so long; 0 for never (${DEFAULT-VALUE})")
    private int timeout;

    Workload mutex(TypeOptions check) {
        return workload(check, false, 0, Preference.NONE, false);
    }

    Workload workload(TypeOptions check, boolean rw, int readPercent, Preference preference, boolean separate) {
        check.atLeast("-p", processes, 1);
        check.atLeast("-t", threads, 1);
        check.atLeast("-l", load, 0);
        check.atLeast("-d", delay, 0);
        check.atLeast("-T", timeout, 0);
        if (sleeping < 0 || sleeping > SLEEP_RATIO) {
            throw check.wrong("-w is a number from 0 to " + SLEEP_RATIO);
        }
        return new Workload(rw, processes, threads, load, delay, sleeping, timeout, readPercent, preference, separate);
    }
}
