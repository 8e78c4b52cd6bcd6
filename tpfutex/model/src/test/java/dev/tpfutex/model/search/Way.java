package dev.tpfutex.model.search;

/** What a client wants a lock for. */
enum Way {
    WRITE,
    READ,
    /** To read if that needs no waiting. */
    TRY_READ,
    /** To write, and to read on after that. */
    DOWNGRADE,
    /** To read, then to write, and to read on. */
    UPGRADE
}
