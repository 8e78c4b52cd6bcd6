package dev.tpfutex.ctl;

import dev.tpfutex.api.Consistency;
import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.SharedMutex;
import dev.tpfutex.api.SpaceOptions;
import java.nio.file.Path;
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
            "A lock in any other state is left alone. Logged."
        },
        footer = {"", Exit.TABLE})
final class ResetVerb extends Verb {

    @Option(names = {"-y", "--yes"}, description = "Do not ask.")
    boolean yes;

    @Parameters(index = "0", paramLabel = "FILE", description = SpacePaths.FILE)
    String file;

    @Parameters(index = "1", paramLabel = "LOCK", description = SpacePaths.LOCK)
    String name;

    @Override
    public Integer call() {
        Path path = SpacePaths.one(file);
        try (LockSpace space = LockSpace.open(path, SpaceOptions.defaults().create(false))) {
            SharedMutex mutex = LockAccess.of(space, name).required().exclusive(null);
            Consistency before = mutex.consistency();
            if (before != Consistency.NOT_RECOVERABLE) {
                report(mutex, before, false);
                return Exit.OK;
            }
            if (!yes && !Confirmation.ask(this, "\"" + mutex.name() + "\" of " + space.path()
                    + " is not recoverable. Has what it protects been restored?")) {
                report(mutex, before, false);
                return Exit.NO;
            }
            mutex.reset();
            AuditLog.write("reset lock \"" + mutex.name() + "\" of " + space.path());
            report(mutex, before, true);
            return Exit.OK;
        }
    }

    private void report(SharedMutex mutex, Consistency before, boolean done) {
        if (json) {
            printJson(Json.pretty(Json.object(
                    "lock", mutex.name(), "reset", done, "before", before, "now", mutex.consistency())));
        } else {
            print(mutex.name() + ": " + before
                    + (done ? ", reset to " + mutex.consistency() : "; nothing was changed"));
        }
    }
}
