package dev.tpfutex.robust.inspect;

import java.util.UUID;

/**
 * A process that is registered in a space. Immutable.
 *
 * @param index of its record
 * @param generation how many processes have had the record, modulo 2^32
 * @param pid in its own pid namespace
 * @param uid effective user id
 * @param startTime clock ticks after boot
 * @param bootId of the boot in which it was started
 * @param pidNamespace inode number
 * @param foreign whether its pid means nothing to us: it is of another pid namespace
 * @param daemon whether it is a {@code tpfutexd}
 * @param command what it said about itself, cut off after 124 bytes
 * @param state whether it lives
 */
public record ProcessSnapshot(
        int index,
        int generation,
        int pid,
        int uid,
        long startTime,
        UUID bootId,
        long pidNamespace,
        boolean foreign,
        boolean daemon,
        String command,
        LifeState state) {

    /** Whether the process is known to have ended. */
    public boolean isDead() {
        return state == LifeState.DEAD;
    }

    /** The pid as one would write it: with the namespace if that is not ours. */
    public String pidText() {
        return foreign ? pid + "@ns:" + pidNamespace : String.valueOf(pid);
    }
}
