package dev.tpfutex.ctl;

import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.OwnerDiedException;
import dev.tpfutex.api.SharedMutex;
import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.robust.inspect.LockSnapshot;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Waits until a lock is free. */
@Command(
        name = "wait",
        header = "Waits until a lock is free.",
        description = {
            "Waits until the lock is free: queues up for it as any thread does, and gives it back at once.",
            "",
            "A lock whose last owner died counts as free; the news is left for the next owner. Exit code 1 if the time"
                    + " is up."
        },
        footer = {"", Exit.TABLE})
final class WaitVerb extends Verb {

    @Option(
            names = {"-w", "--timeout"},
            paramLabel = "SECONDS",
            description = "Wait no longer than this; 0 to ask only. Default: for ever.")
    Seconds timeout;

    @Parameters(index = "0", paramLabel = "FILE", description = SpacePaths.FILE)
    String file;

    @Parameters(index = "1", paramLabel = "LOCK", description = SpacePaths.LOCK)
    String name;

    @Override
    public Integer call() throws InterruptedException {
        try (LockSpace space = LockSpace.open(SpacePaths.one(file), SpaceOptions.defaults().create(false))) {
            SharedMutex mutex = LockAccess.of(space, name).required().exclusive(null);
            long begin = System.nanoTime();
            boolean ownerDied = false;
            boolean free = true;
            try {
                free = mutex.tryLock(timeout == null ? Long.MAX_VALUE : timeout.duration().toNanos(),
                        TimeUnit.NANOSECONDS);
                if (free) {
                    mutex.unlock();
                }
            } catch (OwnerDiedException news) {
                ownerDied = true;
            }
            report(space, free, ownerDied, Duration.ofNanos(System.nanoTime() - begin));
            return free ? Exit.OK : Exit.NO;
        }
    }

    private void report(LockSpace space, boolean free, boolean ownerDied, Duration waited) {
        LockSnapshot lock = LockAccess.of(space, name).found().orElseThrow();
        if (json) {
            printJson(Json.pretty(Json.object(
                    "free", free,
                    "ownerDied", ownerDied,
                    "waitedNanos", waited,
                    "holders", free ? java.util.List.of() : lock.holders().stream().map(Trees::holder).toList())));
        } else if (free) {
            print(name + " is free after " + Text.of(waited) + (ownerDied ? "; its last owner died" : ""));
        } else {
            print(name + " is not free after " + Text.of(waited) + ": held by " + Text.holders(lock));
        }
    }
}
