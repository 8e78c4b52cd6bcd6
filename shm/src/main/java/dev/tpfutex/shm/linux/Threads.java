package dev.tpfutex.shm.linux;

/** Who is calling, as the kernel numbers it. Thread-safe. See gettid(2), getpid(2), geteuid(2). */
public final class Threads {

    private Threads() {}

    /** The calling thread's id in its pid namespace; for a virtual thread, that of its carrier just now. */
    public static int gettid() {
        return (int) LibC.call(Abi.Call.GETTID, 0);
    }

    /** This process's id in its pid namespace. Cheaper at start-up than {@code ProcessHandle}. */
    public static int getpid() {
        return (int) LibC.call(Abi.Call.GETPID, 0);
    }

    /** The effective user id. */
    public static int geteuid() {
        return (int) LibC.call(Abi.Call.GETEUID, 0);
    }

    /** The effective group id. */
    public static int getegid() {
        return (int) LibC.call(Abi.Call.GETEGID, 0);
    }
}
