package dev.tpfutex.examples.demo;

import java.io.IOException;

/** Something that happens to the workers or the daemon again and again. Used by the supervisor's thread. */
interface Disturbance {

    /**
     * Does what is due by now.
     *
     * @throws DemoFailure if something is wrong
     */
    void tick(long now) throws IOException, InterruptedException;

    /** What it has done so far, for the last line; empty for nothing worth telling. */
    default String summary() {
        return "";
    }
}
