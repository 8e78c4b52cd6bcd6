package dev.tpfutex.robust.daemon;

import dev.tpfutex.shm.linux.Errno;
import dev.tpfutex.shm.linux.Threads;
import dev.tpfutex.shm.linux.UnixDatagram;
import java.util.Map;

/**
 * Tells the service manager how the daemon does, as sd_notify(3) describes it; says nothing if there is none.
 * Thread-safe.
 */
final class ServiceManager {

    private static final System.Logger LOG = System.getLogger("dev.tpfutex.daemon");

    private static final long NANOS_PER_MICRO = 1_000;

    private final String address;
    private final long watchdogNanos;
    private volatile boolean reported;

    /** As the environment of process {@code pid} has it. */
    ServiceManager(Map<String, String> environment, int pid) {
        this.address = environment.get("NOTIFY_SOCKET");
        this.watchdogNanos = address == null ? 0 : watchdogNanos(environment, pid);
    }

    /** That of this process. */
    static ServiceManager ofThisProcess() {
        return new ServiceManager(System.getenv(), Threads.getpid());
    }

    private static long watchdogNanos(Map<String, String> environment, int pid) {
        String whose = environment.get("WATCHDOG_PID");
        if (whose != null && !whose.equals(Integer.toString(pid))) {
            return 0;
        }
        try {
            return Math.multiplyExact(Long.parseLong(environment.getOrDefault("WATCHDOG_USEC", "0")), NANOS_PER_MICRO);
        } catch (ArithmeticException | NumberFormatException e) {
            LOG.log(System.Logger.Level.WARNING, "WATCHDOG_USEC is no time: {0}", environment.get("WATCHDOG_USEC"));
            return 0;
        }
    }

    /** How long the manager waits for {@link #alive} before it kills, in nanoseconds; 0 if it has no watchdog. */
    long watchdogNanos() {
        return watchdogNanos;
    }

    /** Started, or reloaded. */
    void ready(String status) {
        send("READY=1\nSTATUS=" + status);
    }

    /** One line for {@code systemctl status}. */
    void status(String status) {
        send("STATUS=" + status);
    }

    /** Reads its configuration anew; {@link #ready} follows. */
    void reloading() {
        // The JVM's clock is the kernel's CLOCK_MONOTONIC, which is what is asked for.
        send("RELOADING=1\nMONOTONIC_USEC=" + System.nanoTime() / NANOS_PER_MICRO);
    }

    void stopping() {
        send("STOPPING=1");
    }

    /** All goes its way: does for another {@link #watchdogNanos}. */
    void alive() {
        send("WATCHDOG=1");
    }

    private void send(String message) {
        if (address == null) {
            return;
        }
        int result = UnixDatagram.send(address, message);
        boolean failed = result < 0;
        if (failed && !reported) {
            LOG.log(System.Logger.Level.WARNING, "cannot tell the service manager at {0}: {1}",
                    address, Errno.describe(result));
        }
        reported = failed;
    }
}
