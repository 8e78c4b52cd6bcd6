package dev.tpfutex.model.search;

import dev.tpfutex.shm.layout.CoordinatorLayout;
import dev.tpfutex.shm.layout.LockLayout;
import dev.tpfutex.shm.layout.ProcessLayout;
import dev.tpfutex.shm.layout.SpaceLayout;
import dev.tpfutex.shm.layout.TaskLayout;

/**
 * Which fields of the file decide what anybody does. The others need no op: an access to them is part of the op before
 * it, and they are not part of the state.
 */
final class Relevance {

    enum Class {
        DECISIVE,
        /** Only counted or shown: read as 0, writes are dropped. */
        STATISTIC,
        /** Always 0 with one lock whose passage stays small, few tasks and no names; a store of anything else fails. */
        ZERO,
        /** The lock's kind and attributes, which never change. */
        FIXED
    }

    private final SpaceLayout layout;

    private final boolean reduced;
    private final boolean tied;
    private final boolean hostsTied;
    private final boolean aged;
    private final LockType type;

    /**
     * @param reduced otherwise all fields are decisive
     * @param tied whether there are life words of tasks
     * @param hostsTied whether there are life words of coordinators
     * @param aged whether it matters since when the top waiter is that; otherwise nobody knows
     */
    Relevance(SpaceLayout layout, boolean reduced, boolean tied, boolean hostsTied, boolean aged, LockType type) {
        this.aged = aged;
        this.type = type;
        this.tied = tied;
        this.hostsTied = hostsTied;
        this.layout = layout;
        this.reduced = reduced;
    }

    boolean isReduced() {
        return reduced;
    }

    /** What stands where the class is {@link Class#FIXED}. */
    int fixed(long at) {
        return (at - layout.locks()) % LockLayout.SIZE == LockLayout.KIND ? type.kind() : type.attributes();
    }

    /** Where a field is in the search: of all tasks only the top waiter is asked since when it is that, so one cell will do. */
    long cell(long at) {
        boolean ofTask = reduced && aged && at >= layout.tasks() && at < Cells.BEYOND;
        return ofTask && (at - layout.tasks()) % TaskLayout.SIZE == TaskLayout.TOP_SINCE ? Cells.TOP_SINCE : at;
    }

    Class of(long at) {
        if (!reduced || at >= Cells.BEYOND) {
            return Class.DECISIVE;
        }
        if (at >= layout.tasks()) {
            return ofTask((at - layout.tasks()) % TaskLayout.SIZE);
        }
        if (at >= layout.processes()) {
            long field = (at - layout.processes()) % ProcessLayout.SIZE;
            if (field == ProcessLayout.LIFE) {
                return hostsTied ? Class.DECISIVE : Class.ZERO;
            }
            return field == ProcessLayout.CONTROL
                    ? Class.DECISIVE
                    : field == ProcessLayout.INSERTING ? Class.ZERO : Class.STATISTIC;
        }
        if (at >= layout.locks()) {
            return ofLock((at - layout.locks()) % LockLayout.SIZE);
        }
        return at >= layout.submissions() ? Class.DECISIVE : ofCoordinator(at - layout.coordinator());
    }

    /** Those in the queue look who coordinates only for the life word, so it is the same to them if there is none. */
    boolean isServingSeenByClients() {
        return !reduced || hostsTied;
    }

    private Class ofTask(long field) {
        if (field == TaskLayout.LIFE) {
            return tied ? Class.DECISIVE : Class.ZERO;
        }
        if (field == TaskLayout.ENTRIES
                || field == TaskLayout.PARK
                || field == TaskLayout.WAIT
                || field == TaskLayout.ENQUEUED
                || field == TaskLayout.CONTROL
                || type.hasReaders() && field == TaskLayout.WAIT_MODE) {
            return Class.DECISIVE;
        }
        return field < TaskLayout.CONTROL && field != TaskLayout.TOP_SINCE ? Class.ZERO : Class.STATISTIC;
    }

    private Class ofLock(long field) {
        if (field == LockLayout.WORD
                || field == LockLayout.TOP
                || field == LockLayout.CONSISTENCY
                || type.biasIsOffered() && isOfBias(field)) {
            return Class.DECISIVE;
        }
        boolean fixed = field == LockLayout.KIND || field == LockLayout.ATTRIBUTES;
        return fixed ? Class.FIXED : field == LockLayout.HALVES ? Class.ZERO : Class.STATISTIC;
    }

    /** How long readers have to be counted: asked by one who offers a bias. */
    private static boolean isOfBias(long field) {
        return field == LockLayout.UNBIASED_UNTIL || field == LockLayout.REVOKING_SINCE;
    }

    /** The beat is left out: a coordinator that is silent for long is a fault of the scenario, not a matter of time. */
    private static Class ofCoordinator(long field) {
        return field == CoordinatorLayout.BEAT || field == CoordinatorLayout.MEMBERSHIP
                ? Class.STATISTIC
                : Class.DECISIVE;
    }
}
