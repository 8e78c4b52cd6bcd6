package dev.tpfutex.robust.point;

import dev.tpfutex.core.Port;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** In a victim's JVM: told before each port call, and looks whether there is a trap for it. */
public final class PortCalls {

    /** System property with a trap for a JVM that takes no orders, a daemon. */
    public static final String PROPERTY = "tpfutex.test.trap";

    private static final List<Trap> TRAPS = new CopyOnWriteArrayList<>();

    static {
        String trap = System.getProperty(PROPERTY);
        if (trap != null) {
            set(List.of(trap.split(" ")));
        }
    }

    private PortCalls() {}

    /** Sets one more trap; {@code words} as {@link Trap#parse} has them. */
    public static void set(List<String> words) {
        TRAPS.add(Trap.parse(words));
    }

    /** Takes all traps away. */
    public static void clear() {
        TRAPS.clear();
    }

    /** Called by the patched port. */
    public static void before(Port port, String call) {
        if (!TRAPS.isEmpty()) {
            for (Trap trap : TRAPS) {
                trap.pass(port, call);
            }
        }
    }
}
