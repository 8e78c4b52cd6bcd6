package dev.tpfutex.shm.linux;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * What {@code /proc} tells about processes: proc(5). Reads only; thread-safe.
 *
 * <p>On a system mounted with {@code hidepid}, processes of other users are invisible here. So "gone"
 * from these methods is proof of death only for processes of the same user, or beside other evidence.
 */
public final class ProcFs {

    private ProcFs() {}

    /**
     * State and start time of one process.
     *
     * @param state the letter of {@code /proc/PID/stat}: R running, S and D asleep, T stopped, Z zombie, X dead
     * @param startTime clock ticks between the machine's boot and the process's start
     */
    public record ProcessStat(char state, long startTime) {

        /** Whether the process has ended, though its parent may not have asked for its result yet. */
        public boolean isDead() {
            return state == 'Z' || state == 'X' || state == 'x';
        }
    }

    /** Identity of the machine's current boot; the zero UUID if {@code /proc} does not tell. */
    public static UUID bootId() {
        return uuid("/proc/sys/kernel/random/boot_id");
    }

    /** A new random UUID from the kernel, much cheaper in a fresh JVM than {@link UUID#randomUUID}. */
    public static UUID randomUuid() {
        return uuid("/proc/sys/kernel/random/uuid");
    }

    private static UUID uuid(String file) {
        byte[] text = read(file);
        return text == null ? new UUID(0, 0) : UUID.fromString(string(text).strip());
    }

    /** Identity of this process's pid namespace: an inode number; 0 if {@code /proc} does not tell. */
    public static long pidNamespace() {
        FileStatus status = FileStatus.of("/proc/self/ns/pid");
        return status == null ? 0 : status.inode();
    }

    /**
     * Start time of a process, which together with its pid and the boot names it for good.
     *
     * @param pid in this process's pid namespace
     * @return clock ticks after boot, or -1 if there is no such process to be seen
     */
    public static long startTime(int pid) {
        ProcessStat stat = processStat(pid);
        return stat == null ? -1 : stat.startTime();
    }

    /** State and start time of a process, or null if there is no such process to be seen. */
    public static ProcessStat processStat(int pid) {
        byte[] text = pid <= 0 ? null : read("/proc/" + pid + "/stat");
        return text == null ? null : parse(string(text));
    }

    /** Parses the text of a stat file; null if it isn't one. */
    static ProcessStat parse(String stat) {
        // Field 2 is the command in parentheses, which may itself hold spaces and parentheses.
        int end = stat.lastIndexOf(')');
        if (end < 0 || end + 2 >= stat.length()) {
            return null;
        }
        String[] fields = stat.substring(end + 2).split(" ", 21);
        try {
            return fields.length < 20 ? null : new ProcessStat(fields[0].charAt(0), Long.parseLong(fields[19]));
        } catch (NumberFormatException damaged) {
            return null;
        }
    }

    private static byte[] read(String path) {
        int fd = NativeFiles.open(path, NativeFiles.O_RDONLY, 0);
        if (fd < 0) {
            return null;
        }
        try {
            byte[] bytes = NativeFiles.read(fd, 0, LibC.BUFFER_SIZE);
            return bytes == null || bytes.length == 0 ? null : bytes;
        } finally {
            NativeFiles.close(fd);
        }
    }

    private static String string(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
