package dev.tpfutex.bench.death;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The processes of one measurement: a holder, one with waiters, the coordinator's host, and victims. */
final class Party implements AutoCloseable {

    /** By now a waiter has asked for a hand-off and sleeps, or is in the queue. */
    private static final long SETTLE_MILLIS = 20;

    private final Path space;
    private final boolean daemon;
    private final Path socket;
    private final List<String> options;
    private final Jvm holder;
    private final Jvm waiters;
    private Jvm host;
    private Jvm spare;
    private Jvm victim;
    private boolean open;

    Party(Path folder, boolean daemon) throws IOException {
        this.space = folder.resolve(daemon ? "daemon.tpf" : "embedded.tpf");
        this.daemon = daemon;
        this.socket = folder.resolve("tpfutexd.sock");
        this.options = daemon ? List.of("-D" + DeathBench.SOCKET + "=" + socket) : List.of();
        this.holder = Jvm.guest(space, options);
        this.waiters = Jvm.guest(space, options);
        this.spare = Jvm.guest(space, options);
    }

    Jvm holder() {
        return holder;
    }

    Jvm waiters() {
        return waiters;
    }

    Jvm host() {
        return host;
    }

    /** A process that has the space open and the next victim started, so that its start disturbs nobody. */
    Jvm victim() throws IOException, InterruptedException {
        victim = spare;
        victim.tell("main", "open");
        spare = Jvm.guest(space, options);
        spare.tell("main", "nothing");
        return victim;
    }

    /** A thread waits for the lock, and will give it back as soon as it has it. */
    void waits(String thread) throws InterruptedException {
        waiters.begin(thread, "turn");
        settle();
    }

    static void settle() throws InterruptedException {
        Thread.sleep(SETTLE_MILLIS);
    }

    /** How long the next one had to wait since the top waiter gave the lock back, or since the death if that was later. */
    long nextAfterTop(long killed) throws InterruptedException {
        Times top = waiters.await("top");
        holder.await("o");
        return waiters.await("next").got() - Math.max(killed, top.gave());
    }

    /** Has the coordinator in a process that does nothing else. */
    void prepare() throws IOException, InterruptedException {
        if (host != null && host.hostsCoordinator()) {
            return;
        }
        if (daemon) {
            host = Jvm.daemon(socket);
            openIfNeeded();
        } else {
            closeIfNeeded();
            host = Jvm.guest(space, options);
            host.tell("main", "open");
            host.awaitOffice();
            openIfNeeded();
        }
        host.awaitOffice();
    }

    /** The victim and a host that was killed are gone. */
    void cleanUp(boolean hostDied) {
        if (victim != null) {
            victim.close();
            victim = null;
        }
        if (hostDied) {
            host.close();
            host = null;
        }
    }

    private void openIfNeeded() throws InterruptedException {
        if (!open) {
            holder.tell("main", "open");
            waiters.tell("main", "open");
            open = true;
        }
    }

    private void closeIfNeeded() throws InterruptedException {
        if (open) {
            holder.tell("main", "close");
            waiters.tell("main", "close");
            open = false;
        }
    }

    @Override
    public void close() {
        for (Jvm jvm : new Jvm[] {holder, waiters, host, spare, victim}) {
            if (jvm != null) {
                jvm.close();
            }
        }
    }
}
