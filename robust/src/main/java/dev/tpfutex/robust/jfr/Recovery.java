package dev.tpfutex.robust.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** The next owner after a death has repaired what the lock protects, or has not. */
@Name("dev.tpfutex.Recovery")
@Label("Recovery")
@Description("The thread was told that a former owner of the lock died, and has dealt with it")
@Category({"TP-Futex"})
@StackTrace(false)
final class Recovery extends Event {

    @Label("Space")
    @Description("Path of the file")
    String space;

    @Label("Lock")
    String lock;

    @Label("Outcome")
    @Description("REPAIRED, GIVEN_BACK (the next owner is told in turn), NOT_RECOVERABLE")
    String outcome;

    @Label("Latency")
    @Description("From when the thread was told until then")
    @Timespan(Timespan.NANOSECONDS)
    long latency;
}
