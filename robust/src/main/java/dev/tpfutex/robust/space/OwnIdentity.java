package dev.tpfutex.robust.space;

import dev.tpfutex.core.ProcessIdentity;
import dev.tpfutex.shm.layout.ProcessLayout;
import dev.tpfutex.shm.linux.ProcFs;
import dev.tpfutex.shm.linux.Threads;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;

/** Finds out who this process is. */
final class OwnIdentity {

    private OwnIdentity() {}

    static ProcessIdentity of(boolean daemon) {
        int pid = Threads.getpid();
        UUID boot = ProcFs.bootId();
        return new ProcessIdentity(
                pid,
                Threads.geteuid(),
                ProcFs.startTime(pid),
                boot.getMostSignificantBits(),
                boot.getLeastSignificantBits(),
                ProcFs.pidNamespace(),
                daemon,
                command());
    }

    private static byte[] command() {
        byte[] bytes = System.getProperty("sun.java.command", "java").getBytes(StandardCharsets.UTF_8);
        return Arrays.copyOf(bytes, Math.min(bytes.length, ProcessLayout.MAX_COMMAND));
    }
}
