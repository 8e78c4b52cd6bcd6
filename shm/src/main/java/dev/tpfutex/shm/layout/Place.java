package dev.tpfutex.shm.layout;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

/**
 * What lies at a byte of a space file, in words: for reports of damage.
 *
 * @param section for example {@code lock record}
 * @param index of the record in the section, -1 if it has none
 * @param field the constant that names the field, empty if there is none there
 * @param at the byte
 */
public record Place(String section, long index, String field, long at) {

    /** Names a place. */
    public static Place of(SpaceLayout layout, long at) {
        if (at < 0 || at >= layout.fileSize()) {
            return new Place("nowhere", -1, "", at);
        }
        if (at >= layout.tasks()) {
            return record("task slot", TaskLayout.class, TaskLayout.SIZE, at - layout.tasks(), at);
        }
        if (at >= layout.processes()) {
            return record("process record", ProcessLayout.class, ProcessLayout.SIZE, at - layout.processes(), at);
        }
        if (at >= layout.names()) {
            return new Place("name index", (at - layout.names()) / Long.BYTES, "", at);
        }
        if (at >= layout.descriptors()) {
            return record(
                    "lock descriptor", DescriptorLayout.class, DescriptorLayout.SIZE, at - layout.descriptors(), at);
        }
        if (at >= layout.locks()) {
            return record("lock record", LockLayout.class, LockLayout.SIZE, at - layout.locks(), at);
        }
        if (at >= layout.submissions()) {
            return new Place("submissions", (at - layout.submissions()) / Long.BYTES, "", at);
        }
        boolean header = at < layout.coordinator();
        return new Place(
                header ? "header" : "coordinator block",
                -1,
                header ? field(HeaderLayout.class, at) : field(CoordinatorLayout.class, at - layout.coordinator()),
                at);
    }

    private static Place record(String section, Class<?> type, int size, long in, long at) {
        return new Place(section, in / size, field(type, in % size), at);
    }

    /** The last field that begins at or before an offset: in the layout classes offsets are long constants. */
    private static String field(Class<?> type, long offset) {
        String name = "";
        long nearest = -1;
        for (Field field : type.getFields()) {
            long begin = field.getType() == long.class && Modifier.isStatic(field.getModifiers()) ? value(field) : -1;
            if (begin > nearest && begin <= offset) {
                nearest = begin;
                name = field.getName();
            }
        }
        return name;
    }

    private static long value(Field constant) {
        try {
            return constant.getLong(null);
        } catch (IllegalAccessException notPublic) {
            throw new IllegalStateException(notPublic);
        }
    }

    /** For example {@code TOP of lock record 3 (byte 143808)}. */
    @Override
    public String toString() {
        return (field.isEmpty() ? "" : field + " of ") + section + (index < 0 ? "" : " " + index) + " (byte " + at
                + ")";
    }
}
