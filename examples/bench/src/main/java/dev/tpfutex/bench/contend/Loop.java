package dev.tpfutex.bench.contend;

/** What a thread does from the beginning of a run to its end. */
interface Loop {

    /** Does it. */
    void run();

    /** Sections in which the thread could write, up to now. */
    long sections();

    /** Times that it saw somebody in its section who must not be there. */
    long violations();

    /** Times that it was the first to read after a writer. */
    long batches();
}
