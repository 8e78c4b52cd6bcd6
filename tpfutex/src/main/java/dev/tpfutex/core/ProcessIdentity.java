package dev.tpfutex.core;

import java.util.Arrays;

/**
 * Who a process is, in a way that a re-used pid, another pid namespace or a reboot cannot imitate.
 *
 * @param pid in the process's own pid namespace
 * @param startTime clock ticks after boot (field 22 of proc_pid_stat(5))
 * @param bootIdHigh first half of the kernel's random id of this boot
 * @param pidNamespace inode of the pid namespace
 * @param daemon whether it is a coordinator that locks nothing itself
 * @param command a few words for people, UTF-8, at most 124 bytes
 */
public record ProcessIdentity(
        int pid,
        int uid,
        long startTime,
        long bootIdHigh,
        long bootIdLow,
        long pidNamespace,
        boolean daemon,
        byte[] command) {

    boolean isSameAs(ProcessIdentity other) {
        return pid == other.pid
                && uid == other.uid
                && startTime == other.startTime
                && bootIdHigh == other.bootIdHigh
                && bootIdLow == other.bootIdLow
                && pidNamespace == other.pidNamespace
                && daemon == other.daemon
                && Arrays.equals(command, other.command);
    }
}
