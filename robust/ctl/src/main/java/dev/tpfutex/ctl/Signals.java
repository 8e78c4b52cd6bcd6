package dev.tpfutex.ctl;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Has signals come to us instead of ending the JVM, by {@code sun.misc.Signal}: the JDK offers nothing else, supports
 * this one in the module {@code jdk.unsupported}, and has the compiler warn of it, in a way that cannot be turned off. So
 * it is found by its name.
 */
final class Signals {

    private static final List<String> ENDING = List.of("TERM", "INT", "HUP");

    private Signals() {}

    /**
     * Takes the signals that ask a process to end.
     *
     * @param receiver of the signal's name, such as TERM, and its number; called by a thread of the JVM's
     */
    static void takeEnding(BiConsumer<String, Integer> receiver) {
        try {
            Class<?> signalType = Class.forName("sun.misc.Signal");
            Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
            Object handler = Proxy.newProxyInstance(
                    Signals.class.getClassLoader(), new Class<?>[] {handlerType},
                    (proxy, method, arguments) -> switch (method
                            .getName()) {
                        case "handle" -> receive(arguments[0], receiver);
                        case "equals" -> proxy == arguments[0];
                        case "hashCode" -> System.identityHashCode(proxy);
                        default -> "signal handler";
                    });
            Method handle = signalType.getMethod("handle", signalType, handlerType);
            for (String name : ENDING) {
                handle.invoke(null, signalType.getConstructor(String.class).newInstance(name), handler);
            }
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException("this JDK has no sun.misc.Signal", impossible);
        }
    }

    private static Object receive(Object signal, BiConsumer<String, Integer> receiver)
            throws ReflectiveOperationException {
        String name = (String) signal.getClass().getMethod("getName").invoke(signal);
        receiver.accept(name, (Integer) signal.getClass().getMethod("getNumber").invoke(signal));
        return null;
    }
}
