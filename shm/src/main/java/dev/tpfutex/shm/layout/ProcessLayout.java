package dev.tpfutex.shm.layout;

/**
 * A process record. A process owns record i exactly while it holds the byte-range lock on the record's
 * first byte; the kernel drops that lock when the process dies.
 *
 * <pre>
 *   0  control         long      generation (upper 32 bits), 0 free or 1 in use (lower 32)
 *   8  pid             int       in the process's own pid namespace
 *  12  uid             int
 *  16  start time      long      clock ticks after boot, field 22 of /proc/PID/stat
 *  24  boot id         2 longs
 *  40  pid namespace   long      inode of /proc/self/ns/pid
 *  48  role            int       0 client, 1 daemon
 *  52  inserting       int       index + 1 of the lock descriptor that the process is inserting
 *  64  listener        int       futex word: wakes the thread that unparks virtual threads
 *  80  life            48 bytes  as in the task slot, but locked by the thread that coordinates, while it does
 * 128  command length  int
 * 132  command         124 bytes, UTF-8, for people only
 * </pre>
 */
public final class ProcessLayout {

    public static final int SIZE = 256;

    public static final long CONTROL = 0;
    public static final long PID = 8;
    public static final long UID = 12;
    public static final long START_TIME = 16;
    public static final long BOOT_ID = 24;
    public static final long PID_NAMESPACE = 40;
    public static final long ROLE = 48;
    public static final long INSERTING = 52;
    public static final long LISTENER = 64;
    public static final long LIFE = 80;
    public static final int LIFE_SIZE = 48;
    public static final long COMMAND_LENGTH = 128;
    public static final long COMMAND = 132;

    public static final int MAX_COMMAND = 124;

    public static final int ROLE_CLIENT = 0;
    public static final int ROLE_DAEMON = 1;

    private ProcessLayout() {}
}
