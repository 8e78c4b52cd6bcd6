package dev.tpfutex.robust.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Another coordinator serves the space. */
@Name("dev.tpfutex.CoordinatorChange")
@Label("Coordinator Change")
@Description("Another coordinator serves the space from now on")
@Category({"TP-Futex"})
@StackTrace(false)
final class CoordinatorChange extends Event {

    @Label("Space")
    @Description("Path of the file")
    String space;

    @Label("Epoch")
    int epoch;

    @Label("Host Process")
    @Description("Process id of the new coordinator's host")
    long hostPid;

    @Label("Command")
    @Description("What the host runs")
    String command;

    @Label("Daemon")
    @Description("Whether the host is a tpfutexd")
    boolean daemon;

    @Label("Here")
    @Description("Whether the host is this JVM")
    boolean here;
}
