package dev.tpfutex.examples.demo;

import java.io.IOException;

/** What is done when the supervisor ends, also by a signal: no process stays, and no file but evidence. */
final class Cleanup implements Runnable {

    private final Supervisor supervisor;
    private final DemoFiles files;
    private volatile boolean keep;

    Cleanup(Supervisor supervisor, DemoFiles files) {
        this.supervisor = supervisor;
        this.files = files;
    }

    void keepFiles(boolean wanted) {
        keep = wanted;
    }

    @Override
    public void run() {
        // Asked first: when a signal ends the demo, what follows from that is no evidence of anything.
        boolean keepNow = keep;
        try {
            supervisor.destroy();
            if (!keepNow) {
                files.delete();
            }
        } catch (IOException | InterruptedException | DemoFailure broken) {
            System.err.println(broken);
        }
    }
}
