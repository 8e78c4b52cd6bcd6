package dev.tpfutex.robust.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** This JVM has freed a lock whose owner died inside its critical section. */
@Name("dev.tpfutex.OwnerDeath")
@Label("Owner Death")
@Description("The owner of a lock died inside its critical section; this JVM has freed the lock for the next one")
@Category({"TP-Futex"})
@StackTrace(false)
final class OwnerDied extends Event {

    @Label("Space")
    @Description("Path of the file")
    String space;

    @Label("Lock")
    String lock;

    @Label("Dead Process")
    @Description("Process id of the owner's JVM; 0 if it is not known any more")
    long deadPid;

    @Label("Dead Thread")
    @Description("Name of the owner")
    String deadThread;
}
