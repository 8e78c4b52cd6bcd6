package dev.tpfutex.ctl;

import dev.tpfutex.api.NotRecoverableException;
import dev.tpfutex.api.SpaceOpenException;
import dev.tpfutex.api.SpaceReplacedException;

/**
 * What went wrong, for somebody at a terminal. The messages of exceptions are for those who write programs: what they
 * advise is to call methods.
 */
final class Complaint {

    private Complaint() {}

    static String of(Throwable thrown) {
        return switch (thrown) {
            case SpaceOpenException unusable -> of(unusable);
            case NotRecoverableException torn -> "\"" + torn.lock() + "\" of lock space " + torn.space() + " is not"
                    + " recoverable: an owner died, and the next one released it without repair. Restore what it"
                    + " protects, then type: " + Typed.reset(torn.space(), torn.lock());
            case SpaceReplacedException gone -> "Lock space " + gone.space() + " was deleted or replaced meanwhile."
                    + " Find out who does that, then run this again.";
            default -> Text.message(thrown);
        };
    }

    private static String of(SpaceOpenException unusable) {
        String advice = switch (unusable.reason()) {
            case NOT_FOUND ->
                "Check the path; tpfutexctl ls lists the spaces in /dev/shm. The file is made by the first"
                        + " program that opens it, or by tpfutexctl exec; its directory is made by neither.";
            case NO_PERMISSION ->
                "To look, you must be allowed to read the file; to wait, take or free locks, to write it"
                        + " too. Run this as a user who may, or join the group that may.";
            case OTHER_VERSION -> "Use the tpfutexctl that came with the programs' version of the library.";
            case UNKNOWN_GROUP -> "Create the group.";
            case NO_SUCH_MAPPING -> "TPFUTEXCTL_OPTS asks for that mapping; the tool can do without.";
            case IO -> unusable.getCause() == null ? "" : Text.message(unusable.getCause()) + ".";
            default -> null;
        };
        return advice == null ? Text.message(unusable) : (unusable.problem() + ". " + advice).strip();
    }
}
