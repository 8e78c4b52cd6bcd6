package dev.tpfutex.core.mapped;

import dev.tpfutex.core.Port;
import dev.tpfutex.shm.SpaceFile;
import dev.tpfutex.shm.layout.ProcessLayout;
import dev.tpfutex.shm.linux.OfdLock;
import dev.tpfutex.shm.linux.ProcFs;
import java.util.BitSet;
import java.util.UUID;

/**
 * Who is alive. The authority is the kernel's lock on the first byte of a process record: it goes with the
 * last descriptor of the process that holds it, when the process dies, in whatever pid namespace, also as a
 * zombie; a file that was copied or has survived a reboot has no locks at all. Where the kernel can't say,
 * pid, start time and boot id decide; what can't be decided is alive.
 */
final class ProcessLiveness {

    private final Port port;
    private final SpaceFile file;
    private final BitSet claimed = new BitSet();

    ProcessLiveness(Port port, SpaceFile file) {
        this.port = port;
        this.file = file;
    }

    synchronized boolean claim(int process) {
        if (claimed.get(process) || !OfdLock.tryLock(file.fd(), at(process))) {
            return false;
        }
        claimed.set(process);
        return true;
    }

    synchronized void unclaim(int process) {
        OfdLock.unlock(file.fd(), at(process));
        claimed.clear(process);
    }

    boolean isDead(int process) {
        if (isOwn(process)) {
            return false;
        }
        try {
            return !OfdLock.heldByOther(file.fd(), at(process));
        } catch (IllegalStateException kernelCannotTell) {
            return isGone(process);
        }
    }

    /** Whether it is this process's record. Our own description's locks do not show when we ask about them. */
    synchronized boolean isOwn(int process) {
        return claimed.get(process);
    }

    private boolean isGone(int process) {
        UUID boot = new UUID(
                port.getLong(at(process) + ProcessLayout.BOOT_ID),
                port.getLong(at(process) + ProcessLayout.BOOT_ID + Long.BYTES));
        if (!boot.equals(ProcFs.bootId())) {
            return true;
        }
        if (port.getLong(at(process) + ProcessLayout.PID_NAMESPACE) != ProcFs.pidNamespace()) {
            return false;
        }
        int pid = port.getInt(at(process) + ProcessLayout.PID);
        return ProcessHandle.of(pid).isEmpty()
                || ProcFs.startTime(pid) != port.getLong(at(process) + ProcessLayout.START_TIME);
    }

    private long at(int process) {
        return port.layout().process(process);
    }
}
