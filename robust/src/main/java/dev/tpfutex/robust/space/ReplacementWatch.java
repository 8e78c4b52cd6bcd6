package dev.tpfutex.robust.space;

import dev.tpfutex.api.SpaceOpenException;
import dev.tpfutex.api.SpaceOpenException.Reason;
import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.core.mapped.MappedPort;
import dev.tpfutex.robust.task.TaskRegistry;
import dev.tpfutex.shm.SpaceFile;
import dev.tpfutex.shm.layout.HeaderLayout;
import java.lang.foreign.ValueLayout;

/**
 * Notices that the path leads to another file than the one that is open: somebody deleted it, and perhaps
 * created it anew. From then on the old file takes no new owners. While this process still holds locks in the
 * old one, it says so in the header of the new one, which takes none either until then: nobody gets a second
 * "exclusive" lock silently.
 */
final class ReplacementWatch {

    private static final System.Logger LOG = System.getLogger("dev.tpfutex");

    private final SpaceFile file;
    private final MappedPort port;
    private final TaskRegistry tasks;
    private final Runnable onChange;
    private volatile boolean replaced;
    private volatile boolean conflict;
    private SpaceFile successor;

    ReplacementWatch(SpaceFile file, MappedPort port, TaskRegistry tasks, Runnable onChange) {
        this.onChange = onChange;
        this.file = file;
        this.port = port;
        this.tasks = tasks;
    }

    /** Whether locks must not be taken in this file. */
    boolean isReplaced() {
        return replaced || conflict;
    }

    /** Looks at path and header. Called now and then by one thread. */
    void look() {
        if (!replaced && !file.stillAt()) {
            replaced = true;
            onChange.run();
            LOG.log(System.Logger.Level.ERROR, "{0} was deleted or replaced while in use; its locks take no new "
                    + "owners. Close the space and open it again", file.path());
        }
        if (replaced) {
            warnSuccessor();
        }
        int pid = port.getInt(HeaderLayout.CONFLICT_PID);
        boolean now = pid != 0 && isAlive(pid);
        if (now && !conflict) {
            LOG.log(System.Logger.Level.ERROR, "process {0,number,#} still holds locks in the deleted predecessor "
                    + "of {1}; nobody gets a lock until it has released them", pid, file.path());
        }
        if (now != conflict) {
            conflict = now;
            onChange.run();
        }
    }

    /** Throws if somebody still holds locks in the file's deleted predecessor. */
    static void refuseConflict(SpaceFile file) {
        int pid = file.segment().get(ValueLayout.JAVA_INT, HeaderLayout.CONFLICT_PID);
        if (pid != 0 && isAlive(pid)) {
            throw new SpaceOpenException(file.path(), Reason.REPLACED, "process " + pid
                    + " still holds locks in the deleted predecessor of this file; end it or wait for it");
        }
    }

    private void warnSuccessor() {
        boolean holding = tasks.anyBusy().isPresent();
        try {
            if (successor == null && holding) {
                successor = SpaceFile.openOrCreate(file.path(), SpaceOptions.defaults().create(false));
                mark((int) ProcessHandle.current().pid());
            } else if (successor != null && !holding) {
                mark(0);
                successor.close();
                successor = null;
            }
        } catch (SpaceOpenException notThereYet) {
            // Looked for again next time.
        }
    }

    private void mark(int pid) {
        successor.segment().set(ValueLayout.JAVA_INT, HeaderLayout.CONFLICT_PID, pid);
    }

    private static boolean isAlive(int pid) {
        return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }
}
