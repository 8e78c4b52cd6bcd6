package dev.tpfutex.robust.daemon;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * Signals of the operating system: the JDK's {@code sun.misc.Signal}, of its module {@code jdk.unsupported}. There is
 * no other way to hear of SIGHUP, or to end by SIGTERM with exit code 0. By reflection, since the compiler warns at
 * each mention of that class, and nothing can keep it from that.
 */
final class Signals {

    private Signals() {}

    /**
     * Has a thread of the JVM run something when the signal {@code name}, without SIG, comes.
     *
     * @throws IllegalStateException if this JVM leaves its signals alone, as with -Xrs
     */
    static void on(String name, Runnable action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object proxy = Proxy.newProxyInstance(
                    handler.getClassLoader(), new Class<?>[] {handler}, new Handler(action));
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException("cannot handle SIG" + name + ": " + e.getCause().getMessage(), e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this JVM has no signals", e);
        }
    }

    private record Handler(Runnable action) implements InvocationHandler {

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) {
            return switch (method.getName()) {
                case "handle" -> {
                    action.run();
                    yield null;
                }
                case "equals" -> proxy == arguments[0];
                case "hashCode" -> System.identityHashCode(proxy);
                default -> "handler of a signal";
            };
        }
    }
}
