package dev.tpfutex.ctl;

import dev.tpfutex.robust.inspect.LockHolder;
import dev.tpfutex.robust.inspect.ProcessSnapshot;
import dev.tpfutex.shm.linux.ProcFs;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Ends the processes of holders, each once, and never another that has got the same pid meanwhile. */
final class Killer {

    private final Verb verb;
    private final Set<Integer> ended = new HashSet<>();

    Killer(Verb verb) {
        this.verb = verb;
    }

    void kill(LockHolder holder) {
        ProcessSnapshot process = holder.task().flatMap(task -> task.process()).orElse(null);
        if (process == null || !ended.add(process.index())) {
            return;
        }
        if (process.foreign()) {
            verb.say("pid " + process.pidText() + " is of another pid namespace: end it there");
            return;
        }
        // In this order: the handle stands for the process that has the pid now, and that is looked at afterwards.
        Optional<ProcessHandle> handle = ProcessHandle.of(process.pid());
        boolean same = handle.isPresent() && ProcFs.startTime(process.pid()) == process.startTime();
        if (!same || process.pid() == ProcessHandle.current().pid()) {
            verb.say("pid " + process.pidText() + " is not the process that holds the lock");
        } else if (!handle.get().destroyForcibly()) {
            verb.say("pid " + process.pidText() + " could not be killed: it is another user's (uid " + process.uid()
                    + "), or gone");
        } else {
            AuditLog.write("killed pid " + process.pidText() + " (" + process.command() + ")");
        }
    }
}
