package dev.tpfutex.robust.point;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.locks.LockSupport;

/** kill(2) to this process: a thread that sends SIGKILL does not run another instruction. */
final class Signals {

    static final int SIGKILL = 9;
    static final int SIGSTOP = 19;

    @SuppressWarnings("restricted")
    private static final MethodHandle KILL = Linker.nativeLinker()
            .downcallHandle(
                    Linker.nativeLinker().defaultLookup().findOrThrow("kill"),
                    FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));

    private static final int PID = (int) ProcessHandle.current().pid();

    private Signals() {}

    /** Does beforehand what would take long at the point. */
    static void prepare() {
        send(0);
    }

    static void sendToThisProcess(int signal) {
        send(signal);
        while (signal == SIGKILL) {
            LockSupport.park();
        }
    }

    private static void send(int signal) {
        try {
            if ((int) KILL.invokeExact(PID, signal) != 0) {
                throw new AssertionError("kill " + signal);
            }
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
