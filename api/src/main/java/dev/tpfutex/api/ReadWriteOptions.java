package dev.tpfutex.api;

import java.util.Objects;
import java.util.Optional;

/**
 * How to make or open a {@link SharedReadWriteLock}. Immutable.
 *
 * <p>Preference and bias are properties of the lock, which all processes share, and are fixed when its name is first
 * used. Whoever opens the lock later may leave them open, and gets it as it is; what is asked for must be so, or opening
 * it throws {@link WrongKindException}. The recovery handler is one of the handle: each user of the lock brings its own, or
 * none. So {@code ReadWriteOptions.defaults().recovery(handler)} goes with any lock, and what a lock is
 * {@link SharedReadWriteLock#options()} says.
 */
public final class ReadWriteOptions {

    private static final ReadWriteOptions DEFAULTS = new ReadWriteOptions(new Values(null, null, null));

    private final Values values;

    /** Each {@code null} if it is left open. */
    private record Values(Preference preference, Boolean biased, RecoveryHandler recovery) {}

    private ReadWriteOptions(Values values) {
        this.values = values;
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
     * Leaves all open: a lock that is there is taken as it is, one that is made has no preference and is biased when that
     * pays; no recovery handler.
     *
     * @return the defaults
     */
    public static ReadWriteOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Who comes first when both wait.
     *
     * @param value what a lock that is made gets, and one that is there must have
     * @return a changed copy
     */
    public ReadWriteOptions preference(Preference value) {
        Objects.requireNonNull(value, "value");
        return new ReadWriteOptions(new Values(value, values.biased, values.recovery));
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
        return new ReadWriteOptions(new Values(values.preference, value, values.recovery));
    }

    /**
     * What repairs after a writer's death for the plain {@link java.util.concurrent.locks.Lock} methods of the write lock
     * and for all methods of the read locks; it is called under the write lock.
     *
     * @param handler of the one handle that is opened with these options
     * @return a changed copy
     */
    public ReadWriteOptions recovery(RecoveryHandler handler) {
        Objects.requireNonNull(handler, "handler");
        return new ReadWriteOptions(new Values(values.preference, values.biased, handler));
    }

    /**
     * See {@link #preference(Preference)}.
     *
     * @return who comes first, or empty if that is left open
     */
    public Optional<Preference> preference() {
        return Optional.ofNullable(values.preference);
    }

    /**
     * See {@link #biased(boolean)}.
     *
     * @return whether readers may leave the lock's word alone, or empty if that is left open
     */
    public Optional<Boolean> biased() {
        return Optional.ofNullable(values.biased);
    }

    /**
     * See {@link #recovery(RecoveryHandler)}.
     *
     * @return the handler, if one was given
     */
    public Optional<RecoveryHandler> recovery() {
        return Optional.ofNullable(values.recovery);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ReadWriteOptions options && values.equals(options.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        String preference = preference().map(Object::toString).orElse("open");
        String biased = biased().map(Object::toString).orElse("open");
        return "ReadWriteOptions[preference=" + preference + ", biased=" + biased
                + (values.recovery == null ? "" : ", recovery=" + values.recovery) + "]";
    }
}
