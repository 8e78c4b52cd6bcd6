package dev.tpfutex.robust.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** The coordinator in this JVM has cleaned up after a process. */
@Name("dev.tpfutex.ProcessCleanUp")
@Label("Process Clean-Up")
@Description("A process died; its locks, places in queues and slots have been given back")
@Category({"TP-Futex"})
@StackTrace(false)
final class ProcessCleanUp extends Event {

    @Label("Space")
    @Description("Path of the file")
    String space;

    @Label("Dead Process")
    @Description("Its process id")
    long deadPid;

    @Label("Command")
    @Description("What it ran")
    String command;

    @Label("Latency")
    @Description("From when its death was noticed until nothing of it was left")
    @Timespan(Timespan.NANOSECONDS)
    long latency;
}
