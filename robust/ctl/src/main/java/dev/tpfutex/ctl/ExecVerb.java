package dev.tpfutex.ctl;

import dev.tpfutex.api.LockGuard;
import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.OwnerDiedException;
import dev.tpfutex.api.RecoveryHandler;
import dev.tpfutex.api.SharedMutex;
import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.robust.inspect.LockSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Runs a command under a lock. */
@Command(
        name = "exec",
        header = "Runs a command under a lock.",
        description = {
            "Works as flock(1) does, and exits with the command's exit code. File and lock are"
                    + " made if they do not exist. Options go before FILE.",
            "",
            "The lock belongs to this process, not to the command: if tpfutexctl is killed by SIGKILL, the lock is freed"
                    + " while the command may still run. So after such a death the next exec does not start its command,"
                    + " but exits with 65, unless --recover or --ignore-owner-died is given. SIGTERM, SIGINT and SIGHUP"
                    + " are passed on to the command, and the lock is kept until it has ended.",
            "",
            "The command finds TPFUTEX_SPACE, TPFUTEX_LOCK and, unless --shared, TPFUTEX_FENCING_TOKEN in its"
                    + " environment. With --json the outcome is printed on the error output, as one line."
        },
        footer = {
            "",
            "Exit codes: that of the command; 128 and the signal's number if a signal",
            "ended it. Otherwise:",
            "  1    the lock was not free in time (see --conflict-exit-code)",
            "  64   wrong arguments",
            "  65   the last owner died and nothing was repaired, or the lock",
            "       is not recoverable",
            "  66   the file cannot be used",
            "  70   anything else that went wrong",
            "  126  the command could not be started",
            "  127  there is no such command",
            "",
            "Examples:",
            "  tpfutexctl exec -n orders nightly -- /usr/local/bin/nightly --all",
            "  tpfutexctl exec -s -w 2.5 -E 75 /run/app.tpf index -- grep -c open index"
        })
final class ExecVerb extends Verb {

    @Option(names = {"-s", "--shared"}, description = "Read under a reader-writer lock instead of owning the lock.")
    boolean shared;

    @Option(names = {"-x", "-e", "--exclusive"}, description = "Own the lock. This is the default.")
    boolean exclusive;

    @Option(names = {"-n", "--nb", "--nonblock"}, description = "Fail at once if the lock is not free.")
    boolean nonBlocking;

    @Option(
            names = {"-w", "--wait", "--timeout"},
            paramLabel = "SECONDS",
            description = "Fail if the lock is not free in this time.")
    Seconds timeout;

    @Option(
            names = {"-E", "--conflict-exit-code"},
            paramLabel = "N",
            defaultValue = "1",
            description = "Exit code if the lock was not free in time, 0 to 255. Default: ${DEFAULT-VALUE}")
    int conflict;

    @Option(names = "--no-create", description = "Fail if file or lock do not exist.")
    boolean noCreate;

    @Option(
            names = "--recover",
            paramLabel = "SHELL-COMMAND",
            description = "If the last owner died, run this first (sh -c). Does it exit with 0, all is repaired;"
                    + " otherwise nothing is run, and the next owner is told again.")
    String recover;

    @Option(
            names = "--ignore-owner-died",
            description = "If the last owner died, go on: nothing needs to be repaired.")
    boolean ignoreOwnerDied;

    @Option(names = {"-v", "--verbose"}, description = "Say who holds the lock, and how long it took to get it.")
    boolean verbose;

    @Parameters(index = "0", paramLabel = "FILE", description = SpacePaths.FILE)
    String file;

    @Parameters(index = "1", paramLabel = "LOCK", description = SpacePaths.LOCK)
    String name;

    @Parameters(index = "2..*", arity = "1..*", paramLabel = "COMMAND", description = "The command and its arguments;"
            + " -- may stand before it.")
    List<String> command;

    private final RunningCommand running = new RunningCommand();
    private String realName;

    /** How long it took to get the lock; null as long as we have not got it. */
    private Duration waited;

    @Override
    public Integer call() {
        check();
        running.takeSignals();
        int code = start();
        if (json) {
            // The output is the command's.
            err().println(Json.line(Json.object("acquired", waited != null, "waitedNanos", waited, "exitCode", code)));
        }
        return code;
    }

    private int start() {
        try (LockSpace space = LockSpace.open(SpacePaths.one(file), SpaceOptions.defaults().create(!noCreate))) {
            return run(space);
        } catch (InterruptedException signalled) {
            return Exit.SIGNAL + running.signal();
        } catch (CommandNotStartedException e) {
            say(Text.message(e));
            return e.exitCode();
        } catch (OwnerDiedException e) {
            say(ownerDied(e));
            return Exit.DATA;
        }
    }

    /** What to do about it here; the exception's own message is for programs. */
    private String ownerDied(OwnerDiedException told) {
        String repair = told.getCause() == null
                ? "; use --recover to have a command repair what the lock protects, or --ignore-owner-died if there is"
                        + " nothing to repair"
                : ", and " + Text.message(told.getCause()) + "; the next one is told again";
        return "the last owner of \"" + realName + "\" died while it held the lock" + repair + "; nothing was run";
    }

    private void check() {
        if (command.getFirst().equals("--")) {
            command = command.subList(1, command.size());
        }
        String wrong = command.isEmpty() ? "which command?"
                : command.getFirst().startsWith("-") ? "options go before FILE: " + command.getFirst()
                        : conflict < 0 || conflict > 255 ? "an exit code is 0 to 255, not " + conflict
                                : shared && exclusive ? "--shared and --exclusive exclude each other"
                                        : recover != null && ignoreOwnerDied
                                                ? "--recover and --ignore-owner-died exclude each other"
                                                : null;
        if (wrong != null) {
            throw new ParameterException(spec.commandLine(), wrong);
        }
    }

    private int run(LockSpace space) throws InterruptedException {
        LockAccess access = LockAccess.of(space, name);
        if (noCreate) {
            access.required();
        }
        realName = access.realName();
        if (verbose) {
            access.found().filter(lock -> !lock.isFree()).ifPresent(
                    lock -> say("\"" + realName + "\" is held by " + Text.holders(lock)));
        }
        RecoveryHandler handler = handler(space);
        Lock lock = shared ? access.shared(handler) : access.exclusive(handler);
        long begin = System.nanoTime();
        boolean acquired = acquire(lock);
        Duration time = Duration.ofNanos(System.nanoTime() - begin);
        if (!acquired) {
            if (verbose) {
                say("\"" + realName + "\" is not free after " + Text.of(time) + ": held by "
                        + LockAccess.of(space, name).found().map(Text::holders).orElse("-"));
            }
            return conflict;
        }
        waited = time;
        try {
            if (verbose) {
                say("got \"" + realName + "\" after " + Text.of(time));
            }
            return running.run(command, environment(space, lock));
        } finally {
            lock.unlock();
        }
    }

    private boolean acquire(Lock lock) throws InterruptedException {
        if (nonBlocking) {
            return lock.tryLock();
        }
        if (timeout != null) {
            return lock.tryLock(timeout.duration().toNanos(), TimeUnit.NANOSECONDS);
        }
        lock.lockInterruptibly();
        return true;
    }

    private RecoveryHandler handler(LockSpace space) {
        if (ignoreOwnerDied) {
            return guard -> say("the last owner of \"" + realName + "\" died");
        }
        return recover == null ? null : guard -> {
            Map<String, String> environment = environment(space);
            environment.put("TPFUTEX_OWNER_DIED", "1");
            int code = running.run(List.of("sh", "-c", recover), environment);
            if (code != 0) {
                throw new IllegalStateException("the command of --recover exited with " + code);
            }
        };
    }

    private Map<String, String> environment(LockSpace space) {
        Map<String, String> environment = new TreeMap<>();
        environment.put("TPFUTEX_SPACE", space.path().toString());
        environment.put("TPFUTEX_LOCK", realName);
        return environment;
    }

    private Map<String, String> environment(LockSpace space, Lock lock) {
        Map<String, String> environment = environment(space);
        if (lock instanceof SharedMutex mutex) {
            // Held already: only to be told the token.
            try (LockGuard nested = mutex.acquire()) {
                environment.put("TPFUTEX_FENCING_TOKEN", String.valueOf(nested.fencingToken()));
            }
        }
        return environment;
    }
}
