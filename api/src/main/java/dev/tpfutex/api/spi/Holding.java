package dev.tpfutex.api.spi;

import dev.tpfutex.api.Holder;
import java.util.Objects;
import java.util.Optional;

/**
 * Who had a lock when it was looked at: one owner, some readers, or nobody.
 *
 * @param holder the owner, or one of the readers; empty if nobody had the lock or that could not be seen
 * @param readers how many threads read under the lock; 0 if it had an owner, or nobody had it
 */
public record Holding(Optional<Holder> holder, int readers) {

    /** Checks that nothing is {@code null}. */
    public Holding {
        Objects.requireNonNull(holder, "holder");
    }

    /**
     * One owner.
     *
     * @param owner who that is; empty if nobody had the lock
     * @return who had it
     */
    public static Holding by(Optional<Holder> owner) {
        return new Holding(owner, 0);
    }

    /**
     * In words, for the middle of a sentence.
     *
     * @return for example {@code it is held by pid 4711, thread "matcher-2", since ...}
     */
    public String describe() {
        if (readers == 0) {
            return holder.map(owner -> "it is held by " + owner.describe()).orElse("nobody holds it now");
        }
        String one = holder.map(Holder::describeThread).orElse("");
        return readers == 1
                ? "it is read by " + (one.isEmpty() ? "1 thread" : one)
                : "it is read by " + readers + " threads" + (one.isEmpty() ? "" : ", one of them " + one);
    }
}
