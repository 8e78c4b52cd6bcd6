package dev.tpfutex.bench.lock;

import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** Processor time of this process, all its threads, to the nanosecond; what the JDK tells is in hundredths of a second. */
public final class ProcessTime {

    private static final int CLOCK_PROCESS_CPUTIME_ID = 2;
    private static final long TIME = 16;
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final MethodHandle GET_TIME = CLibrary.function("clock_gettime", 2);

    private ProcessTime() {}

    /**
     * How much it has used.
     *
     * @param tally of the calling thread
     * @return nanoseconds since it was started
     */
    public static long nanos(Tally tally) {
        Pthread.check(Pthread.call(GET_TIME, CLOCK_PROCESS_CPUTIME_ID, tally.scratch().address() + TIME));
        return tally.scratch().get(ValueLayout.JAVA_LONG, TIME) * NANOS_PER_SECOND
                + tally.scratch().get(ValueLayout.JAVA_LONG, TIME + Long.BYTES);
    }
}
