package dev.tpfutex.robust.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Threads wait for each other; found by the coordinator's host. */
@Name("dev.tpfutex.Deadlock")
@Label("Deadlock")
@Description("Threads of one or several processes wait for each other; this JVM, which coordinates, has found it")
@Category({"TP-Futex"})
@StackTrace(false)
final class Deadlock extends Event {

    @Label("Space")
    @Description("Path of the file")
    String space;

    @Label("Threads")
    @Description("How many wait for each other")
    int threads;

    @Label("Edges")
    @Description("Who waits for whom, one a line")
    String edges;

    @Label("Victim Process")
    @Description("Process id of who was told to give up; 0 if nobody was")
    long victimPid;

    @Label("Victim Thread")
    @Description("Name of the thread that was told to give up")
    String victimThread;
}
