package dev.tpfutex.ctl;

/** Exit codes, those of sysexits.h and of shells where there are such. */
final class Exit {

    static final int OK = 0;

    /** The answer is no: time is up, a deadlock was found, the lock was not released; of {@code doctor}, warnings. */
    static final int NO = 1;

    /** Of {@code doctor}: errors. */
    static final int ERRORS = 2;

    /** EX_USAGE: wrong arguments. */
    static final int USAGE = 64;

    /** EX_DATAERR: what the lock protects cannot be trusted. */
    static final int DATA = 65;

    /** EX_NOINPUT: no such file or lock, or it cannot be used. */
    static final int NO_INPUT = 66;

    /** EX_SOFTWARE: anything else that went wrong. */
    static final int FAILED = 70;

    /** The command was found, but could not be started. */
    static final int CANNOT_START = 126;

    /** There is no such command. */
    static final int NO_COMMAND = 127;

    /** Plus the number of the signal that ended the command, or us. */
    static final int SIGNAL = 128;

    /** For the usage text of each verb. */
    static final String TABLE = """
            Exit codes:
              0    done; the answer is yes
              1    the answer is no: time was up, refused, deadlocks found;
                   doctor: warnings
              2    doctor: errors
              64   wrong arguments
              65   the last owner died and nothing was repaired, or the lock
                   is not recoverable
              66   no such file or lock, or it cannot be used
              70   anything else that went wrong""";

    private Exit() {}
}
