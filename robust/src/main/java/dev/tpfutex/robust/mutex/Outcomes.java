package dev.tpfutex.robust.mutex;

import dev.tpfutex.api.NotRecoverableException;
import dev.tpfutex.api.WrongKindException;
import dev.tpfutex.api.spi.LockKind;
import dev.tpfutex.api.spi.NamedLock;
import dev.tpfutex.core.Errno;
import java.time.Duration;

/** Turns the numbers of the protocol into what Java's users expect, and back. */
final class Outcomes {

    static final long FOREVER = Long.MAX_VALUE;

    private Outcomes() {}

    /** Whether a result says that the lock could not be had in time. */
    static boolean isTooLate(int result) {
        return Errno.EBUSY.is(result) || Errno.ETIMEDOUT.is(result);
    }

    /** The exception for a result that is an error, and neither lateness nor an interrupt. */
    static RuntimeException failure(int result, NamedLock lock) {
        if (Errno.ENOTRECOVERABLE.is(result)) {
            return new NotRecoverableException(lock);
        }
        if (Errno.EINVAL.is(result)) {
            LockKind kind = lock.kind().isOfReadWriteLock() ? LockKind.READ_WRITE_LOCK : LockKind.MUTEX;
            return new WrongKindException(lock.space(), lock.name(), kind.words(), "another kind");
        }
        return new IllegalStateException("the " + lock.describe() + ": unexpected result " + result);
    }

    /** The deadline that is {@code nanos} from {@code now}. */
    static long deadline(long now, long nanos) {
        return nanos >= FOREVER - Math.max(now, 0) ? FOREVER : now + nanos;
    }

    /** A duration in nanoseconds, as near as a long comes to it. */
    static long saturatedNanos(Duration timeout) {
        try {
            return timeout.toNanos();
        } catch (ArithmeticException beyondLong) {
            return timeout.isNegative() ? 0 : FOREVER;
        }
    }
}
