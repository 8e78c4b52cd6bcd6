package dev.tpfutex.robust.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Threshold;

/** A thread of this JVM has waited for a lock; the event lasts as long as the wait. */
@Name("dev.tpfutex.ContendedAcquisition")
@Label("Contended Acquisition")
@Description("A thread has waited for a lock that it shares with other processes")
@Category({"TP-Futex"})
@Threshold("10 ms")
final class ContendedAcquisition extends Event {

    @Label("Space")
    @Description("Path of the file")
    String space;

    @Label("Lock")
    String lock;

    @Label("Mode")
    @Description("EXCLUSIVE, SHARED, UPGRADABLE, UPGRADE")
    String mode;

    @Label("Outcome")
    @Description("STOLEN, TOP_WAITER, HANDED_OFF, TIMED_OUT, INTERRUPTED, DEADLOCK")
    String outcome;

    @Label("Sleeps")
    @Description("How often the thread slept meanwhile")
    int sleeps;

    @Label("Owner Died")
    @Description("Whether the thread was told that a former owner died")
    boolean ownerDied;

    @Label("Holder Process")
    @Description("Process id of the JVM that had the lock when the wait began; 0 if nobody had it in that moment")
    long holderPid;

    @Label("Holder Thread")
    @Description("Name of the thread that had the lock when the wait began")
    String holderThread;
}
