package dev.tpfutex.model.search;

import dev.tpfutex.core.Lock;
import dev.tpfutex.core.Port;
import dev.tpfutex.core.Task;
import dev.tpfutex.core.TaskTable;
import dev.tpfutex.core.coordinator.Coordinator;
import dev.tpfutex.core.recovery.ProcessRecovery;
import dev.tpfutex.core.recovery.TaskRecovery;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.Map;

/** All that an object remembers, in words: equal pictures, equal futures. */
final class HeapPicture {

    /** How often a reader has met others: far below the number from which on it matters. */
    private static final String NOTHING = "meetings";

    private HeapPicture() {}

    static String of(Object root) {
        StringBuilder picture = new StringBuilder();
        paint(root, picture);
        return picture.toString();
    }

    private static void paint(Object object, StringBuilder out) {
        switch (object) {
            case null -> out.append('-');
            // What is in memory is not in the heap; the others have nothing of their own.
            case CellSet memory -> out.append('*');
            case Port nothing -> out.append('*');
            case Lock nothing -> out.append('*');
            case TaskTable nothing -> out.append('*');
            case TaskRecovery nothing -> out.append('*');
            case Task nothing -> out.append('*');
            case ProcessRecovery nothing -> out.append('*');
            case Number number -> out.append(number);
            case Boolean flag -> out.append(flag);
            case Map<?, ?> map -> map.forEach((key, value) -> {
                paint(key, out);
                out.append('=');
                paint(value, out);
            });
            case Collection<?> items -> {
                out.append('[');
                items.forEach(item -> {
                    paint(item, out);
                    out.append(' ');
                });
                out.append(']');
            }
            default -> paintFields(object, out);
        }
    }

    private static void paintFields(Object object, StringBuilder out) {
        Class<?> type = object.getClass();
        if (!type.getName().startsWith("dev.tpfutex.") || type.isArray() && Array.getLength(object) > 0) {
            throw new IllegalStateException("cannot paint a " + type);
        }
        out.append('{');
        for (Class<?> part = type; part.getName().startsWith("dev.tpfutex."); part = part.getSuperclass()) {
            paintFields(part, object, out);
        }
        out.append('}');
    }

    private static void paintFields(Class<?> part, Object object, StringBuilder out) {
        for (Field field : part.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers()) && !NOTHING.equals(field.getName())) {
                field.setAccessible(true);
                try {
                    paint(field.get(object), out.append(field.getName()).append(':'));
                } catch (IllegalAccessException e) {
                    throw new IllegalStateException(e);
                }
                out.append(' ');
            }
        }
    }

    /** One field of an object. */
    static Object field(Object object, String name) {
        try {
            Field field = object.getClass().getDeclaredField(name);
            field.setAccessible(true);
            return field.get(object);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A coordinator object that has not been elected: for a method that uses only what is shared. */
    static Coordinator newCoordinator(Port port) {
        try {
            Constructor<Coordinator> constructor = Coordinator.class.getDeclaredConstructor(Port.class, long.class);
            constructor.setAccessible(true);
            return constructor.newInstance(port, 0L);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
