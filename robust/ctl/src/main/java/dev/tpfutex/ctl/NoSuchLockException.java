package dev.tpfutex.ctl;

import dev.tpfutex.robust.inspect.SpaceSnapshot;
import java.io.Serial;

/** The space has no lock of that name, or none of the right kind. */
final class NoSuchLockException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    NoSuchLockException(String message) {
        super(message);
    }

    static NoSuchLockException of(SpaceSnapshot space, String name) {
        return new NoSuchLockException("Lock space " + space.path() + " has no lock \"" + name + "\". It has "
                + Text.plural(space.locks().size(), "lock") + "; tpfutexctl ls lists them.");
    }
}
