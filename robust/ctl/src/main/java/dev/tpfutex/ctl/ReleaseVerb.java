package dev.tpfutex.ctl;

import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.robust.admin.LockAdmin;
import dev.tpfutex.robust.inspect.LifeState;
import dev.tpfutex.robust.inspect.LockHolder;
import dev.tpfutex.robust.inspect.LockSnapshot;
import dev.tpfutex.robust.inspect.SpaceInspector;
import java.util.List;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Frees a lock of those who have it. */
@Command(
        name = "release",
        header = "Frees a lock of those who will never unlock it.",
        description = {
            "Frees a lock whose holders will never unlock it, and wakes those who wait for it. The next owner is told that"
                    + " an owner died, if that was inside its critical section. Says who held it, asks, and is logged.",
            "",
            "Without --force it only tells what would be done.",
            "",
            "A lock is never taken from a living holder: that would go on changing what the lock protects, and its"
                    + " unlock could come in the way of the next owner's. With --kill the holders are ended first"
                    + " (SIGKILL), which frees all that they hold."
        },
        footer = {"", Exit.TABLE})
final class ReleaseVerb extends Verb {

    private static final long PATIENCE_SECONDS = 10;
    private static final long POLL_MILLIS = 10;

    @Option(names = {"-f", "--force"}, description = "Do it.")
    boolean force;

    @Option(names = "--kill", description = "End the processes of living holders by SIGKILL.")
    boolean kill;

    @Option(names = {"-y", "--yes"}, description = "Do not ask; for scripts, in which nobody answers.")
    boolean yes;

    @Parameters(index = "0", paramLabel = "FILE", description = SpacePaths.FILE)
    String file;

    @Parameters(index = "1", paramLabel = "LOCK", description = SpacePaths.LOCK)
    String name;

    private SpaceInspector space;

    @Override
    public Integer call() throws InterruptedException {
        try (SpaceInspector opened = SpaceInspector.open(SpacePaths.one(file))) {
            space = opened;
            LockSnapshot before = look();
            String refusal = refusal(before);
            if (refusal == null && !before.isFree() && !yes && !Confirmation.ask(this, question(before))) {
                refusal = "not confirmed";
            }
            if (refusal == null) {
                release(before);
            }
            LockSnapshot after = look();
            boolean released = refusal == null && stillThere(before, after).isEmpty() && unharmed(before).isEmpty();
            report(before, after, released, refusal);
            return released ? Exit.OK : Exit.NO;
        }
    }

    private LockSnapshot look() {
        var snapshot = space.snapshot();
        return snapshot.lock(name).orElseThrow(() -> NoSuchLockException.of(snapshot, name));
    }

    private static boolean isAlive(LockHolder holder) {
        return holder.state() == LifeState.ALIVE || holder.state() == LifeState.STOPPED;
    }

    /** Those that keep what they have. */
    private List<LockHolder> unharmed(LockSnapshot lock) {
        return lock.holders().stream().filter(holder -> !kill && isAlive(holder)).toList();
    }

    /** Those that the lock is to be freed of. */
    private List<LockHolder> targets(LockSnapshot lock) {
        return lock.holders().stream().filter(holder -> kill || !isAlive(holder)).toList();
    }

    /** Why nothing is done, null if there is no reason. */
    private String refusal(LockSnapshot lock) {
        if (targets(lock).isEmpty() && !lock.holders().isEmpty()) {
            LockHolder alive = lock.holders().getFirst();
            return Text.thread(alive.task()) + " is " + Text.state(alive.state())
                    + ", and a lock is never taken from the living. End the process, or use --kill, which does that";
        }
        if (!force) {
            return lock.isFree() ? "nobody holds it; --force wakes its waiters" : "use --force to free it";
        }
        return null;
    }

    private String question(LockSnapshot lock) {
        List<LockHolder> targets = targets(lock);
        boolean kills = targets.stream().anyMatch(ReleaseVerb::isAlive);
        return "\"" + lock.name() + "\" of " + space.view().path() + " is held by " + who(targets) + ", and "
                + Text.plural(lock.waiters().size(), "thread") + " wait. "
                + (kills ? "END what lives of these by SIGKILL, and free it?" : "Free it?");
    }

    private static String who(List<LockHolder> holders) {
        return holders.isEmpty() ? "nobody" : String.join(", ", holders.stream()
                .map(holder -> Text.thread(holder.task()) + " (" + Text.state(holder.state())
                        + (holder.shared() ? ", reads" : ", since " + Text.since(holder)) + ")")
                .toList());
    }

    private void release(LockSnapshot before) throws InterruptedException {
        List<LockHolder> targets = targets(before);
        AuditLog.write(
                "releasing lock \"" + before.name() + "\" of " + space.view().path() + ", held by " + who(targets));
        Killer killer = new Killer(this);
        targets.stream().filter(ReleaseVerb::isAlive).forEach(killer::kill);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        try (LockSpace opened = LockSpace.open(space.view().path(), SpaceOptions.defaults().create(false))) {
            do {
                LockAdmin.recover(opened, before.name());
                if (stillThere(before, look()).isEmpty()) {
                    return;
                }
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            } while (System.nanoTime() < deadline);
        }
    }

    /** Those of the targets that have the same hold still. */
    private List<LockHolder> stillThere(LockSnapshot before, LockSnapshot now) {
        boolean otherOwner = before.isOwned() && now.fencingToken() != before.fencingToken();
        return targets(before).stream()
                .filter(holder -> !otherOwner
                        && now.holders().stream().anyMatch(
                                other -> other.tid() == holder.tid() && other.shared() == holder.shared()))
                .toList();
    }

    private void report(LockSnapshot before, LockSnapshot after, boolean released, String refusal) {
        if (json) {
            printJson(Json.pretty(Json.object(
                    "lock", before.name(),
                    "released", released,
                    "refusal", refusal,
                    "before", Trees.lock(before),
                    "now", Trees.lock(after))));
            return;
        }
        print(before.name() + " was held by " + who(before.holders()));
        if (refusal != null) {
            print("nothing was changed: " + refusal);
        } else if (released) {
            print("released; now " + Text.state(after) + (after.isFree() ? "" : " by " + Text.holders(after)));
        } else {
            print("not free: still held by " + who(after.holders()));
        }
    }
}
