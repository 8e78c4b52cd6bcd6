package dev.tpfutex.model.search;

/** What the search may inflict at every step, each so often as the scenario allows. */
enum Fault {
    CLIENT_DEATH,
    HOST_DEATH,
    RECOVERER_DEATH,
    /** Another host takes the coordinator over, while the one before goes on. */
    ELECTION,
    /** A sleep ends for nothing. */
    SPURIOUS_WAKE,
    /** A running process is taken for a stopped one or the other way round. */
    WRONG_LOOK,
    INTERRUPT,
    /** Time passes while somebody could run. */
    JUMP,
    /** A client that does not own the lock is stopped, for at most {@link Model#STOP_NANOS}. */
    CLIENT_STOP,
    /** A host is stopped; another may take over; it goes on at any step. */
    HOST_STOP
}
