package dev.tpfutex.robust.attendant;

import dev.tpfutex.core.CoordinatorLife;
import dev.tpfutex.core.Doorbell;
import dev.tpfutex.core.LongWait;
import dev.tpfutex.core.ProcessTable;
import dev.tpfutex.core.ServingWord;
import dev.tpfutex.core.coordinator.Coordinator;
import dev.tpfutex.core.coordinator.Election;
import dev.tpfutex.core.mapped.MappedPort;
import dev.tpfutex.robust.observe.Observers;
import dev.tpfutex.shm.linux.Threads;

/** Runs one term of the coordinator on a thread of this process. */
final class CoordinatorHost {

    private static final System.Logger LOG = System.getLogger("dev.tpfutex");

    private final MappedPort port;
    private final Coordinator coordinator;
    private final ProcessTable processes;
    private final Observers observers;
    private final Runnable onChange;
    private final Thread thread;
    private final Signs signs = new Signs();
    private long firstRest;
    private int membership;
    private int longWaits;
    private volatile boolean over;

    /** @param onChange called when processes have joined or left or somebody waits for long, and at the end of the term */
    CoordinatorHost(MappedPort port, Coordinator coordinator, Observers observers, Runnable onChange) {
        this.port = port;
        this.coordinator = coordinator;
        this.observers = observers;
        this.processes = new ProcessTable(port);
        this.onChange = onChange;
        this.thread = Thread.ofPlatform().daemon().name("tpfutex-coordinator").unstarted(this::run);
    }

    /** Takes office and serves once on the calling thread: who waits for a successor need not wait for a new thread. */
    void start() {
        membership = processes.membership();
        longWaits = LongWait.begun(port);
        coordinator.takeOffice();
        firstRest = cycle();
        thread.start();
    }

    Coordinator coordinator() {
        return coordinator;
    }

    /** Runs something once the thread has been round once more, or has come to its end. */
    void awaitSign(Runnable sign) {
        signs.add(sign);
        // Makes for a cycle even if the coordinator is just about to fall asleep; to ring alone would not.
        coordinator.noticeDeath(ServingWord.process(coordinator.serving()));
    }

    boolean isOver() {
        return over || thread.getState() == Thread.State.TERMINATED;
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
            // First of all: who is told of the change looks at once, and perhaps not again.
            over = true;
            signs.end();
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
        long life = CoordinatorLife.at(port, ServingWord.process(coordinator.serving()));
        int osTid = Threads.gettid();
        port.tieToThread(life, osTid);
        try {
            serveTied();
        } finally {
            // From here on the end of this thread means nothing any more.
            port.untieFromThread(life);
        }
    }

    private void serveTied() {
        for (long nanos = firstRest; nanos != Coordinator.REPLACED; nanos = cycle()) {
            int current = processes.membership();
            int waits = LongWait.begun(port);
            if (current != membership || waits != longWaits) {
                membership = current;
                longWaits = waits;
                onChange.run();
            }
            signs.handOn(Runnable::run);
            coordinator.rest(nanos);
        }
    }

    private long cycle() {
        if (!observers.isAnybody()) {
            return coordinator.cycle();
        }
        long start = port.nanoTime();
        long rest = coordinator.cycle();
        observers.cycled(port.nanoTime() - start);
        return rest;
    }
}
