package dev.tpfutex.robust.peer;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A pid namespace with an init of its own, to start processes in; needs root. See unshare(1) and nsenter(1). */
public final class PidNamespace implements AutoCloseable {

    private static final List<String> UNSHARE = List.of("unshare", "--pid", "--fork", "--kill-child", "--mount-proc");

    private final Process unshare;
    private final ProcessHandle init;
    private final List<Process> entered = new ArrayList<>();

    private PidNamespace(Process unshare) {
        this.unshare = unshare;
        Await.until("the namespace has an init", () -> unshare.children().count() == 1);
        this.init = unshare.children().findFirst().orElseThrow();
        // Until it has become what it is to be, it may not have its /proc yet.
        Await.until("init is ready", () -> ProcessView.of(init.pid()).command().equals("sleep"));
    }

    /** Ends the test, as skipped, if this user may not make namespaces. */
    public static void assumeAllowed() {
        assumeTrue(exitCode(with(UNSHARE, "true")) == 0,
                "this user may not make pid namespaces (unshare --pid --mount-proc fails): run it as root");
    }

    /** A new namespace. */
    public static PidNamespace create() {
        return new PidNamespace(start(with(UNSHARE, "sleep", "1000")));
    }

    /** A scripted JVM that is process 1 of a namespace of its own. */
    public static ContainedJvm containedJvm() {
        return ContainedJvm.start(UNSHARE);
    }

    /** A scripted JVM in here. */
    public ContainedJvm jvm() {
        return ContainedJvm.start(enter());
    }

    /** A scripted JVM in here with a pid of choice, which must be free. */
    public ContainedJvm jvm(int pid) {
        issueNext(pid);
        return jvm();
    }

    /** A process in here that does nothing, with a pid of choice. Ends with the namespace. */
    public ProcessHandle sleeper(int pid) {
        issueNext(pid);
        Process nsenter = start(with(enter(), "sleep", "1000"));
        entered.add(nsenter);
        Await.until("it is there", () -> nsenter.children().anyMatch(
                child -> ProcessView.of(child.pid()).command().equals("sleep")));
        return nsenter.children().findFirst().orElseThrow();
    }

    @Override
    public void close() {
        // The kernel kills all others in the namespace with their init.
        init.destroyForcibly();
        unshare.destroyForcibly();
        // Who is stopped along with its child does not end with it.
        entered.forEach(Process::destroyForcibly);
    }

    private List<String> enter() {
        return List.of("nsenter", "--target", String.valueOf(init.pid()), "--pid", "--mount", "--");
    }

    private void issueNext(int pid) {
        String last = "echo " + (pid - 1) + " > /proc/sys/kernel/ns_last_pid";
        if (exitCode(with(enter(), "sh", "-c", last)) != 0) {
            throw new AssertionError("cannot set the next pid of the namespace");
        }
    }

    private static List<String> with(List<String> command, String... arguments) {
        List<String> all = new ArrayList<>(command);
        all.addAll(List.of(arguments));
        return all;
    }

    private static int exitCode(List<String> command) {
        try {
            return start(command).waitFor();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static Process start(List<String> command) {
        try {
            return new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    // Not ours: whoever waits for the end of our output would wait for the end of what is left over.
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException noSuchCommand) {
            assumeTrue(false, noSuchCommand.getMessage());
            throw new AssertionError(noSuchCommand);
        }
    }
}
