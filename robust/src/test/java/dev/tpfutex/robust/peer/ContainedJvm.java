package dev.tpfutex.robust.peer;

import java.util.ArrayList;
import java.util.List;

/**
 * A scripted JVM that another command starts, as the parent of a container does: the JVM is that command's only child.
 * Signals go to the JVM itself.
 */
public final class ContainedJvm implements AutoCloseable {

    private final PeerJvm peer;
    private final ProcessHandle jvm;

    private ContainedJvm(PeerJvm peer) {
        this.peer = peer;
        ProcessHandle wrapper = ProcessHandle.of(peer.pid()).orElseThrow();
        Await.until("the JVM is there", () -> wrapper.children().count() == 1);
        this.jvm = wrapper.children().findFirst().orElseThrow();
        // Once it obeys it is the JVM and no longer what has become it.
        peer.control("threads main");
    }

    /** Starts a JVM by a command that gets the JVM's own command as its last arguments. */
    public static ContainedJvm start(List<String> wrapper) {
        List<String> command = new ArrayList<>(wrapper);
        command.addAll(JvmCommand.of(Peer.class));
        return new ContainedJvm(PeerJvm.start(command));
    }

    /** Starts a JVM whose parent will never ask for its result: killed, it becomes a zombie. */
    public static ContainedJvm startWithCarelessParent() {
        // Whatever a shell starts in the background has no standard input but a named one.
        return start(List.of("sh", "-c", "exec 3<&0; \"$@\" <&3 & exec sleep 1000", "sh"));
    }

    /** Its voice: takes commands as every scripted JVM does. */
    public PeerJvm peer() {
        return peer;
    }

    /** Pid of the JVM as this test sees it. */
    public long pid() {
        return jvm.pid();
    }

    /** Ends the JVM by SIGKILL. */
    public void kill() {
        jvm.destroyForcibly();
        Await.until(jvm.pid() + " is dead", () -> ProcessView.of(jvm.pid()).isDead());
    }

    @Override
    public void close() {
        jvm.destroyForcibly();
        peer.close();
    }
}
