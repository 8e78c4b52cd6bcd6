package dev.tpfutex.ctl;

import dev.tpfutex.api.Consistency;
import dev.tpfutex.api.Holder;
import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.SharedMutex;
import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.robust.admin.LockAdmin;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes a lock usable again. */
@Command(
        name = "reset",
        header = "Makes a lock usable again that is not recoverable.",
        description = {
            "Makes a lock usable again that is not recoverable: its owner died, and the next one unlocked it without"
                    + " repair. To be called when what the lock protects has been restored.",
            "",
            "A lock in any other state is left alone. If an owner of it has died, and nobody has repaired yet, says what is"
                    + " to be done instead (exit code 65). Logged."
        },
        footer = {"", Exit.TABLE})
final class ResetVerb extends Verb {

    @Option(names = {"-y", "--yes"}, description = "Do not ask; for scripts, in which nobody answers.")
    boolean yes;

    @Parameters(index = "0", paramLabel = "FILE", description = SpacePaths.FILE)
    String file;

    @Parameters(index = "1", paramLabel = "LOCK", description = SpacePaths.LOCK)
    String name;

    @Override
    public Integer call() {
        Path path = SpacePaths.one(file);
        try (LockSpace space = LockSpace.open(path, SpaceOptions.defaults().create(false))) {
            LockAccess lock = LockAccess.of(space, name).required();
            SharedMutex mutex = lock.exclusive(null);
            // A dead owner has left its mark only when it has been cleaned up after.
            LockAdmin.recover(space, lock.realName());
            Consistency before = mutex.consistency();
            if (before != Consistency.NOT_RECOVERABLE) {
                report(space, mutex, before, false);
                return before == Consistency.CONSISTENT ? Exit.OK : Exit.DATA;
            }
            if (!yes && !Confirmation.ask(this, "\"" + mutex.name() + "\" of " + space.path()
                    + " is not recoverable. Has what it protects been restored?")) {
                report(space, mutex, before, false);
                return Exit.NO;
            }
            mutex.reset();
            AuditLog.write("reset lock \"" + mutex.name() + "\" of " + space.path());
            report(space, mutex, before, true);
            return Exit.OK;
        }
    }

    private void report(LockSpace space, SharedMutex mutex, Consistency before, boolean done) {
        if (json) {
            printJson(Json.pretty(Json.object(
                    "lock", mutex.name(), "reset", done, "before", before, "now", mutex.consistency())));
        } else {
            print(mutex.name() + ": " + before
                    + (done ? ", reset to " + mutex.consistency() : "; nothing was changed"));
            if (before == Consistency.OWNER_DIED) {
                explainDeath(space, mutex);
            }
        }
    }

    private void explainDeath(LockSpace space, SharedMutex mutex) {
        Optional<Holder> owner = mutex.holder();
        if (owner.isPresent()) {
            print("An owner died; the present one, pid " + owner.get().pid() + " \"" + owner.get().threadName()
                    + "\", has been told and is to repair. There is nothing to reset.");
            return;
        }
        print("An owner died; the next one will be told and is to repair. There is nothing to reset: start the program"
                + " that repairs.");
        print("If what the lock protects is whole, this takes the mark away: " + Typed.command("exec",
                "--ignore-owner-died", space.path().toString(), mutex.name(), "--", "true"));
    }
}
