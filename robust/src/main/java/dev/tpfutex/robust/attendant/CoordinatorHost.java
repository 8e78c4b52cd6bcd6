package dev.tpfutex.robust.attendant;

import dev.tpfutex.core.CoordinatorLife;
import dev.tpfutex.core.Doorbell;
import dev.tpfutex.core.ProcessTable;
import dev.tpfutex.core.ServingWord;
import dev.tpfutex.core.coordinator.Coordinator;
import dev.tpfutex.core.coordinator.Election;
import dev.tpfutex.core.mapped.MappedPort;
import dev.tpfutex.shm.linux.Threads;

/** Runs one term of the coordinator on a thread of this process. */
final class CoordinatorHost {

    private static final System.Logger LOG = System.getLogger("dev.tpfutex");

    private final MappedPort port;
    private final Coordinator coordinator;
    private final ProcessTable processes;
    private final Runnable onChange;
    private final Thread thread;

    /** @param onChange called when processes have joined or left, and at the end of the term */
    CoordinatorHost(MappedPort port, Coordinator coordinator, Runnable onChange) {
        this.port = port;
        this.coordinator = coordinator;
        this.processes = new ProcessTable(port);
        this.onChange = onChange;
        this.thread = Thread.ofPlatform().daemon().name("tpfutex-coordinator").unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    Coordinator coordinator() {
        return coordinator;
    }

    boolean isOver() {
        return thread.getState() == Thread.State.TERMINATED;
    }

    /** Ends the thread, once the term has been resigned. */
    void stop() {
        Doorbell.ringSurely(port);
        Attendant.join(thread);
    }

    private void run() {
        try {
            serve();
        } catch (Throwable e) {
            // Whatever it is (no memory, a damaged mapping): somebody else may do better.
            resignAfter(e);
        } finally {
            onChange.run();
        }
    }

    private void resignAfter(Throwable failure) {
        try {
            new Election(port).resign(coordinator.serving());
            LOG.log(System.Logger.Level.ERROR, "the coordinator failed; another term begins", failure);
        } catch (InternalError gone) {
            // The file has been shortened: the attendant tells of it.
        }
    }

    private void serve() {
        coordinator.takeOffice();
        // Some may have waited for a successor: they come before whoever might want to hear of our end.
        long nanos = coordinator.cycle();
        long life = CoordinatorLife.at(port, ServingWord.process(coordinator.serving()));
        int osTid = Threads.gettid();
        port.tieToThread(life, osTid);
        try {
            serveOn(nanos);
        } finally {
            // From here on the end of this thread means nothing any more.
            port.untieFromThread(life, osTid);
        }
    }

    private void serveOn(long firstRest) {
        int membership = processes.membership();
        for (long nanos = firstRest; nanos != Coordinator.REPLACED; nanos = coordinator.cycle()) {
            int current = processes.membership();
            if (current != membership) {
                membership = current;
                onChange.run();
            }
            coordinator.rest(nanos);
        }
    }
}
