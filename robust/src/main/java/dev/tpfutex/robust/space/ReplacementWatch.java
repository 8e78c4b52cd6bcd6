package dev.tpfutex.robust.space;

import dev.tpfutex.api.SpaceOpenException;
import dev.tpfutex.api.SpaceOpenException.Reason;
import dev.tpfutex.robust.task.TaskRegistry;
import dev.tpfutex.shm.PathClaim;
import dev.tpfutex.shm.SpaceFile;
import java.util.concurrent.locks.LockSupport;

/**
 * Notices that the path leads to another file than the one that is open: somebody deleted it, and perhaps
 * created it anew. From then on the old file takes no new owners; and until its last owner has released it, nobody
 * can open the new one: so nobody gets a second "exclusive" lock silently.
 */
final class ReplacementWatch implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger("dev.tpfutex");

    /** How long an opener waits for idle users of a predecessor, which look at the path four times a second. */
    private static final long PATIENCE_NANOS = 1_000_000_000;

    private static final long PAUSE_NANOS = 10_000_000;

    private final SpaceFile file;
    private final PathClaim claim;
    private final TaskRegistry tasks;
    private final Runnable onReplaced;
    private volatile boolean replaced;

    /** @param claim closed by this watch, once the file is replaced and no longer locked here */
    ReplacementWatch(SpaceFile file, PathClaim claim, TaskRegistry tasks, Runnable onReplaced) {
        this.file = file;
        this.claim = claim;
        this.tasks = tasks;
        this.onReplaced = onReplaced;
    }

    /** Claims the path for the file; throws if its predecessor is still in use, or it has been replaced itself. */
    static PathClaim claim(SpaceFile file) {
        PathClaim claim = PathClaim.of(file);
        try {
            awaitPredecessor(file, claim);
            if (!file.stillAt()) {
                throw new SpaceOpenException(file.path(), Reason.REPLACED, "while it was being opened");
            }
            return claim;
        } catch (RuntimeException e) {
            claim.close();
            throw e;
        }
    }

    private static void awaitPredecessor(SpaceFile file, PathClaim claim) {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (claim.isContested()) {
            if (System.nanoTime() - deadline >= 0) {
                throw new SpaceOpenException(file.path(), Reason.REPLACED, "a process still holds locks in the deleted "
                        + "predecessor of this file; end it or wait for it");
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** Whether locks must not be taken in this file. */
    boolean isReplaced() {
        return replaced;
    }

    /** Looks at the path. Called now and then by one thread. */
    void look() {
        if (replaced) {
            // Not in the same round: a thread may just have got past the flag.
            if (tasks.anyBusy().isEmpty()) {
                claim.close();
            }
        } else if (!file.stillAt()) {
            replaced = true;
            onReplaced.run();
            LOG.log(System.Logger.Level.ERROR, "{0} was deleted or replaced while in use; its locks take no new "
                    + "owners. Close the space and open it again", file.path());
        }
    }

    @Override
    public void close() {
        claim.close();
    }
}
