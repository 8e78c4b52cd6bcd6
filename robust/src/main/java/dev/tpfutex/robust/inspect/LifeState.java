package dev.tpfutex.robust.inspect;

/** Whether a process, or the one who holds a lock, is alive. What cannot be decided counts as alive. */
public enum LifeState {

    /** As far as can be told. */
    ALIVE,

    /** Stopped by a signal or a debugger; it keeps what it holds. */
    STOPPED,

    /** Its process, or just its thread, has ended, and nobody has cleaned up after it yet. */
    DEAD,

    /** The id belongs to nobody: the file is damaged, or everything changed faster than one could look. */
    UNKNOWN
}
