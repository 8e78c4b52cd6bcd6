package dev.tpfutex.api;

import java.util.Objects;
import java.util.Optional;

/**
 * How to make or open a {@link SharedReadWriteLock}. Immutable. The preference and the bias are properties of the lock,
 * which all processes share, and are fixed when its name is first used; the recovery handler is one of the handle.
 */
public final class ReadWriteOptions {

    private static final ReadWriteOptions DEFAULTS = new ReadWriteOptions(Preference.NONE, true, null);

    private final Preference preference;
    private final boolean biased;
    private final RecoveryHandler handler;

    private ReadWriteOptions(Preference preference, boolean biased, RecoveryHandler handler) {
        this.preference = preference;
        this.biased = biased;
        this.handler = handler;
    }

    /** Who comes first when both wait. Nobody is kept waiting for much longer than 5 ms by that. */
    public enum Preference {
        /** Whoever came first; readers that wait share the place of the first of them. */
        NONE,
        /** Readers also join others past a writer that waits, until that one has waited for 5 ms. */
        READERS,
        /** Readers do not join others while a writer waits. */
        WRITERS
    }

    /**
     * No preference, biased when that pays, no recovery handler.
     *
     * @return the defaults
     */
    public static ReadWriteOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Who comes first when both wait.
     *
     * @param value the preference
     * @return a changed copy
     */
    public ReadWriteOptions preference(Preference value) {
        return new ReadWriteOptions(Objects.requireNonNull(value, "value"), biased, handler);
    }

    /**
     * Whether readers may agree to leave the lock's word alone, each saying only in memory of its own that it reads. It
     * makes readers in many threads faster, and costs the first writer after them a look at all threads of the space,
     * about a microsecond for each hundred; writers never spend more than about a tenth of their time on that.
     *
     * @param value {@code false} to forbid it
     * @return a changed copy
     */
    public ReadWriteOptions biased(boolean value) {
        return new ReadWriteOptions(preference, value, handler);
    }

    /**
     * What repairs after a writer's death for the plain {@link java.util.concurrent.locks.Lock} methods of the write lock
     * and for all methods of the read locks; it is called under the write lock.
     *
     * @param value the handler
     * @return a changed copy
     */
    public ReadWriteOptions recovery(RecoveryHandler value) {
        return new ReadWriteOptions(preference, biased, Objects.requireNonNull(value, "value"));
    }

    /**
     * Who comes first when both wait.
     *
     * @return the preference
     */
    public Preference preference() {
        return preference;
    }

    /**
     * Whether readers may leave the lock's word alone.
     *
     * @return {@code true} unless forbidden
     */
    public boolean isBiased() {
        return biased;
    }

    /**
     * What repairs after a writer's death.
     *
     * @return the handler, if one was given
     */
    public Optional<RecoveryHandler> recovery() {
        return Optional.ofNullable(handler);
    }
}
