package dev.tpfutex.robust.space;

import dev.tpfutex.api.ReadWriteOptions;
import dev.tpfutex.api.ReadWriteOptions.Preference;
import dev.tpfutex.api.spi.LockKind;
import dev.tpfutex.core.Lock;
import dev.tpfutex.core.Port;
import dev.tpfutex.shm.layout.LockLayout;

/** The options of a reader-writer lock as its record has them. */
final class RwAttributes {

    private RwAttributes() {}

    /** What the record of a lock that is made with these options says. */
    static int of(ReadWriteOptions options) {
        int preference = switch (options.preference().orElse(Preference.NONE)) {
            case NONE -> 0;
            case READERS -> LockLayout.PREFER_READERS;
            case WRITERS -> LockLayout.PREFER_WRITERS;
        };
        return preference | (options.biased().orElse(true) ? 0 : LockLayout.NEVER_BIASED);
    }

    /** With what options a lock was made. */
    static ReadWriteOptions read(Port port, Lock lock) {
        int attributes = port.getInt(lock.at(LockLayout.ATTRIBUTES));
        Preference preference = (attributes & LockLayout.PREFER_READERS) != 0
                ? Preference.READERS
                : (attributes & LockLayout.PREFER_WRITERS) != 0 ? Preference.WRITERS : Preference.NONE;
        return ReadWriteOptions.defaults()
                .preference(preference)
                .biased((attributes & LockLayout.NEVER_BIASED) == 0);
    }

    /** Whether a lock is as somebody wants it, as far as that is said. */
    static boolean agree(ReadWriteOptions wanted, ReadWriteOptions found) {
        return wanted.preference().or(found::preference).equals(found.preference())
                && wanted.biased().or(found::biased).equals(found.biased());
    }

    /** A reader-writer lock with what options say. */
    static String describe(ReadWriteOptions options) {
        return LockKind.READ_WRITE_LOCK.words()
                + options.preference().map(RwAttributes::describe).orElse("")
                + options.biased().map(biased -> biased ? ", biased when that pays" : ", never biased").orElse("");
    }

    private static String describe(Preference preference) {
        return switch (preference) {
            case NONE -> " without preference";
            case READERS -> " preferring readers";
            case WRITERS -> " preferring writers";
        };
    }
}
