package dev.tpfutex.ctl;

import dev.tpfutex.api.Consistency;
import dev.tpfutex.ctl.Finding.Level;
import dev.tpfutex.robust.inspect.Damage;
import dev.tpfutex.robust.inspect.LifeState;
import dev.tpfutex.robust.inspect.LockHolder;
import dev.tpfutex.robust.inspect.LockSnapshot;
import dev.tpfutex.robust.inspect.ProcessSnapshot;
import dev.tpfutex.robust.inspect.SpaceSnapshot;
import dev.tpfutex.robust.inspect.WaitGraph;
import dev.tpfutex.robust.inspect.Waiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whether all is well in a space. What is only passing is left out: it has to be so in two looks. */
final class SpaceChecks {

    private static final double NEARLY_FULL = 0.8;
    private static final Duration LONG_WAIT = Duration.ofSeconds(10);

    private final SpaceSnapshot earlier;
    private final SpaceSnapshot now;
    private final List<Finding> findings = new ArrayList<>();

    SpaceChecks(SpaceSnapshot earlier, SpaceSnapshot now) {
        this.earlier = earlier;
        this.now = now;
    }

    List<Finding> run() {
        checkDamage();
        checkLimit("locks", now.locks().size(), now.facts().maxLocks(), "Names are never removed");
        checkLimit("threads", now.tasks().size(), now.facts().maxTasks(), "");
        checkLimit("processes", now.processes().size(), now.facts().maxProcesses(), "");
        checkProcesses();
        now.locks().forEach(this::checkLock);
        checkCoordinator();
        WaitGraph.deadlocksInBoth(List.of(earlier), List.of(now)).forEach(deadlock -> add(
                Level.ERROR, "deadlock", String.join("; ", deadlock.edges().stream().map(DeadlocksVerb::line).toList()),
                "End one of the processes, or have them take the locks in one order"));
        return findings;
    }

    private void add(Level level, String check, String text, String advice) {
        findings.add(new Finding(level, check, text, advice));
    }

    private void checkDamage() {
        for (Damage damage : now.damage()) {
            if (earlier.damage().contains(damage)) {
                add(Level.ERROR, "damage", damage.toString(), "Check what the locks protect; to be sure, stop all users"
                        + " of the space and delete the file");
            }
        }
    }

    private void checkLimit(String what, int used, int most, String remark) {
        if (used >= most * NEARLY_FULL) {
            add(used >= most ? Level.ERROR : Level.WARNING, "limits", used + " of " + most + " " + what
                    + " are in use",
                    (remark.isEmpty() ? "" : remark + ". ")
                            + "To raise the limit, stop all users, delete the file and create it with a higher one");
        }
    }

    // ---- the dead ------------------------------------------------------------------------------

    private void checkProcesses() {
        boolean anyAlive = now.processes().stream().anyMatch(process -> process.state() == LifeState.ALIVE);
        for (ProcessSnapshot process : now.processes()) {
            if (process.isDead() && wasDeadBefore(process)) {
                add(anyAlive ? Level.ERROR : Level.WARNING, "dead",
                        "pid " + process.pidText() + " (" + process.command()
                                + ") is dead and has not been cleaned up after",
                        anyAlive
                                ? "The others seem to be stopped; tpfutexctl release --force cleans up after the"
                                        + " holders of a lock"
                                : "Whoever next opens the space does that");
            }
        }
    }

    private boolean wasDeadBefore(ProcessSnapshot process) {
        return earlier.processes().stream().anyMatch(before -> before.isDead()
                && before.index() == process.index()
                && before.generation() == process.generation());
    }

    private void checkLock(LockSnapshot lock) {
        Optional<LockSnapshot> before = earlier.locks().stream().filter(l -> l.index() == lock.index()).findFirst();
        if (before.isEmpty()) {
            return;
        }
        for (LockHolder holder : lock.holders()) {
            boolean same = before.get().holders().stream().anyMatch(h -> h.tid() == holder.tid()
                    && h.state() == holder.state());
            if (same) {
                checkHolder(lock, holder);
            }
        }
        checkConsistency(lock, before.get());
        for (Waiter waiter : lock.waiters()) {
            if (waiter.waited().orElse(Duration.ZERO).compareTo(LONG_WAIT) >= 0) {
                add(Level.WARNING, "waits", Text.thread(waiter.task()) + " has waited for \"" + lock.name() + "\" for "
                        + Text.of(waiter.waited()) + "; held by " + Text.holders(lock), "Look at the holder");
            }
        }
    }

    private void checkHolder(LockSnapshot lock, LockHolder holder) {
        String who = Text.thread(holder.task());
        boolean wanted = !lock.waiters().isEmpty();
        switch (holder.state()) {
            case DEAD -> add(wanted ? Level.ERROR : Level.WARNING, "holder", who + " is dead and has \"" + lock.name()
                    + "\"",
                    "Whoever next opens the space or wants the lock frees it; or type \""
                            + Typed.command("release", "--force", now.path().toString(), lock.name()) + "\"");
            case STOPPED -> add(Level.WARNING, "holder", who + " is stopped and has \"" + lock.name() + "\", for which "
                    + lock.waiters().size() + " wait", "Continue it (SIGCONT), or end it");
            case ALIVE, UNKNOWN -> {
                // The unknown are reported as damage.
            }
        }
    }

    private void checkConsistency(LockSnapshot lock, LockSnapshot before) {
        if (lock.consistency() == Consistency.NOT_RECOVERABLE) {
            add(Level.ERROR, "consistency",
                    "\"" + lock.name() + "\" is not recoverable: an owner died, and the next one"
                            + " unlocked it without repair",
                    "Restore what it protects, then type \"" + Typed.reset(now.path(), lock.name()) + "\"");
        } else if (lock.consistency() == Consistency.OWNER_DIED && before.consistency() == Consistency.OWNER_DIED) {
            add(Level.WARNING, "consistency", "an owner of \"" + lock.name() + "\" died inside its critical section",
                    lock.isFree() ? "The next owner is told, and has to repair" : "Its present owner has been told");
        }
    }

    private void checkCoordinator() {
        boolean queued = now.locks().stream()
                .flatMap(lock -> lock.waiters().stream())
                .anyMatch(waiter -> waiter.role() == Waiter.Role.QUEUED);
        boolean silent = now.coordinator().beat() == earlier.coordinator().beat();
        if (queued && !now.coordinator().isThere() && !earlier.coordinator().isThere()) {
            add(Level.ERROR, "coordinator", "threads are queued, but nobody coordinates",
                    "The users seem to be stopped");
        } else if (queued && silent) {
            add(Level.ERROR, "coordinator", "threads are queued, but " + LsVerb.coordinator(now.coordinator())
                    + " does nothing", "Another takes over within a second, unless all are stopped");
        }
    }
}
