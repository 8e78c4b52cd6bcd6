package dev.tpfutex.robust.attendant;

import dev.tpfutex.core.Doorbell;
import dev.tpfutex.core.ServingWord;
import dev.tpfutex.core.mapped.MappedPort;
import dev.tpfutex.robust.daemon.DaemonLink;
import dev.tpfutex.robust.deadlock.DeadlockWatch;
import dev.tpfutex.robust.jfr.FlightRecording;
import dev.tpfutex.robust.observe.Observers;
import dev.tpfutex.robust.space.Role;
import dev.tpfutex.shm.SpaceFile;
import dev.tpfutex.shm.linux.FileNews;
import dev.tpfutex.shm.linux.Poller;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * One thread a process and space. It sleeps in poll(2) on the pidfds of those whose death matters to it: all
 * processes while it hosts the coordinator, else the one that does. That of a daemon also sleeps on news of the file.
 */
public final class Attendant implements Rounds {

    private static final System.Logger LOG = System.getLogger("dev.tpfutex");

    /** Pause between two sweeps while threads of this process hold locks or wait for them. */
    private static final long SWEEP_MILLIS = 100;

    /** Pause between two sweeps while none does. */
    private static final long IDLE_SWEEP_MILLIS = 250;

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final MappedPort port;
    private final SpaceFile file;
    private final BooleanSupplier busy;
    private final Observers observers;
    private final FlightRecording flightRecording;
    private final TermWatch terms;
    private final DeadlockWatch deadlocks;
    private final List<Runnable> chores;
    private final Office office;
    private final DaemonLink daemonLink;
    private final Thread thread;
    private final Poller poller = new Poller();
    private final DeathWatch deathWatch;
    private final FileNews news;
    private final Signs signs = new Signs();
    private long nextSweep;
    private boolean settled;
    private volatile boolean stopping;

    /**
     * An attendant, not yet started.
     *
     * @param process this process's record
     * @param busy whether threads of this process hold locks or wait for them
     * @param observers who is told of coordinators and clean-ups
     * @param chores what else to do now and then
     */
    public Attendant(
            SpaceFile file,
            MappedPort port,
            int process,
            Role role,
            BooleanSupplier busy,
            Observers observers,
            List<Runnable> chores) {
        this.file = file;
        this.busy = busy;
        this.observers = observers;
        this.flightRecording = new FlightRecording(observers);
        this.terms = new TermWatch(port, process, observers);
        this.deadlocks = new DeadlockWatch(port, observers);
        this.port = port;
        this.chores = chores;
        this.office = new Office(port, process, role, observers, poller::wakeUp);
        this.daemonLink = new DaemonLink(file, process, role.daemonSockets(), poller::wakeUp);
        this.deathWatch = new DeathWatch(port, process, poller);
        this.news = role.daemon() ? FileNews.of(file.fd()) : null;
        this.thread = Thread.ofPlatform()
                .daemon()
                .name("tpfutex-attendant " + file.path().getFileName())
                .unstarted(this::run);
    }

    /** Starts the thread. */
    public void start() {
        nextSweep = port.nanoTime();
        if (news != null) {
            poller.add(news.descriptor());
        }
        thread.start();
    }

    /** Ends the thread and the coordinator, if it is here, and waits for both. */
    public void stop() {
        stopping = true;
        poller.wakeUp();
        join(thread);
    }

    /** A waiter of this process found the coordinator of an epoch silent, or dead. Callable by any thread. */
    public void suspect(int epoch) {
        if (isHost()) {
            // Nobody takes over from itself. Somebody may have rung and be stopped before its call.
            Doorbell.ringSurely(port);
        } else {
            office.suspect(epoch);
            poller.wakeUp();
        }
    }

    /** A client's connection has ended: its process may have died. Callable by any thread. */
    public void suspectDeath(int deadProcess) {
        observers.deathNoticed(deadProcess);
        office.noticeDeath(deadProcess);
    }

    /** A sign of this thread, and of the coordinator's if it is here. */
    @Override
    public void awaitSign(Runnable sign) {
        signs.add(sign);
        poller.wakeUp();
    }

    /** Whether the coordinator runs in this process. */
    public boolean isHost() {
        return office.isHeld();
    }

    private void run() {
        try {
            while (!stopping) {
                try {
                    round();
                } catch (InternalError gone) {
                    if (isFileShortened()) {
                        break;
                    }
                    survive(gone);
                } catch (Throwable e) {
                    // Whatever it is (no memory, no threads): without its attendant the process would be stuck.
                    survive(e);
                }
            }
        } finally {
            end();
        }
    }

    private boolean isFileShortened() {
        boolean shortened = file.isShortened();
        if (shortened) {
            LOG.log(System.Logger.Level.ERROR, file.path() + " has been shortened while it was in use: who holds which"
                    + " lock is lost. Stop all users of the space, delete the file, and check what the locks protect");
        }
        return shortened;
    }

    private void survive(Throwable failure) {
        try {
            poller.await(SWEEP_MILLIS);
            LOG.log(System.Logger.Level.ERROR, "the attendant failed and goes on", failure);
        } catch (Throwable again) {
            // Not even that: the next round will tell.
        }
    }

    private void round() {
        office.seek();
        watchDeaths();
        flightRecording.start();
        terms.look(office.serving());
        deadlocks.look(isHost());
        long now = port.nanoTime();
        boolean told = news != null && news.take();
        if (told || now - nextSweep >= 0) {
            sweep();
            // What one look has found the next one may end.
            settled = !told;
            nextSweep = now + (busy.getAsBoolean() ? SWEEP_MILLIS : IDLE_SWEEP_MILLIS) * NANOS_PER_MILLI;
        }
        signs.handOn(office::give);
        for (int dead : deathWatch.await(deadlocks.pause(pause(now)))) {
            suspectDeath(dead);
        }
    }

    /** A daemon in office has no threads to sweep up after, and hears of all else: it need not look on its own. */
    private long pause(long now) {
        return news != null && settled && isHost()
                ? Long.MAX_VALUE
                : Math.clamp((nextSweep - now) / NANOS_PER_MILLI + 1, 1, IDLE_SWEEP_MILLIS);
    }

    private void sweep() {
        daemonLink.maintain();
        for (Runnable chore : chores) {
            try {
                chore.run();
            } catch (RuntimeException e) {
                LOG.log(System.Logger.Level.ERROR, "an attendant's chore failed", e);
            }
        }
    }

    private void watchDeaths() {
        if (isHost()) {
            deathWatch.watchAll();
        } else {
            deathWatch.watchOnly(ServingWord.process(office.serving()));
        }
    }

    private void end() {
        try {
            office.leave();
        } catch (InternalError gone) {
            // The file has been shortened, and with its memory the term has ended.
        }
        signs.end();
        flightRecording.close();
        daemonLink.close();
        deathWatch.close();
        if (news != null) {
            news.close();
        }
        poller.close();
    }

    static void join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
