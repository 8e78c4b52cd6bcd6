package dev.tpfutex.robust.jfr;

import dev.tpfutex.api.DeadlockEdge;
import dev.tpfutex.robust.monitor.CleanUp;
import dev.tpfutex.robust.monitor.DeadlockReport;
import dev.tpfutex.robust.monitor.LockThread;
import dev.tpfutex.robust.monitor.LockWait;
import dev.tpfutex.robust.monitor.OwnerDeath;
import dev.tpfutex.robust.monitor.Repair;
import dev.tpfutex.robust.monitor.Term;
import dev.tpfutex.robust.observe.Recorder;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** Turns what happens in one space into events of the Flight Recorder. Thread-safe. */
final class FlightRecorderEvents implements Recorder {

    private final String space;

    FlightRecorderEvents(Path space) {
        this.space = space.toString();
    }

    @Override
    public Object begin() {
        ContendedAcquisition event = new ContendedAcquisition();
        if (!event.isEnabled()) {
            return null;
        }
        event.begin();
        return event;
    }

    @Override
    public void end(Object begun, LockWait wait) {
        ContendedAcquisition event = (ContendedAcquisition) begun;
        event.end();
        if (event.shouldCommit()) {
            event.space = space;
            event.lock = wait.lockName();
            event.mode = wait.mode().name();
            event.outcome = wait.outcome().name();
            event.sleeps = wait.sleeps();
            event.ownerDied = wait.ownerDied();
            event.holderPid = wait.holder().map(LockThread::pid).orElse(0L);
            event.holderThread = wait.holder().map(LockThread::name).orElse("");
            event.commit();
        }
    }

    @Override
    public void ownerDied(OwnerDeath death) {
        OwnerDied event = new OwnerDied();
        event.space = space;
        event.lock = death.lock();
        event.deadPid = death.owner().map(LockThread::pid).orElse(0L);
        event.deadThread = death.owner().map(LockThread::name).orElse("");
        event.commit();
    }

    @Override
    public void repaired(Repair repair) {
        Recovery event = new Recovery();
        event.space = space;
        event.lock = repair.lock();
        event.outcome = repair.outcome().name();
        event.latency = repair.nanos();
        event.commit();
    }

    @Override
    public void cleanedUp(CleanUp cleanUp) {
        ProcessCleanUp event = new ProcessCleanUp();
        event.space = space;
        event.deadPid = cleanUp.pid();
        event.command = cleanUp.command();
        event.latency = cleanUp.nanos();
        event.commit();
    }

    @Override
    public void deadlocked(DeadlockReport deadlock) {
        Deadlock event = new Deadlock();
        event.space = space;
        event.threads = deadlock.edges().size();
        event.edges = deadlock.edges().stream().map(DeadlockEdge::describe).collect(Collectors.joining("\n"));
        event.victimPid = deadlock.victim().map(LockThread::pid).orElse(0L);
        event.victimThread = deadlock.victim().map(LockThread::name).orElse("");
        event.commit();
    }

    @Override
    public void termBegan(Term term) {
        CoordinatorChange event = new CoordinatorChange();
        event.space = space;
        event.epoch = term.epoch();
        event.hostPid = term.pid();
        event.command = term.command();
        event.daemon = term.daemon();
        event.here = term.here();
        event.commit();
    }
}
