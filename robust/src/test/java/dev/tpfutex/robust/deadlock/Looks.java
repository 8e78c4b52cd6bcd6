package dev.tpfutex.robust.deadlock;

import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.core.mapped.MappedPort;
import dev.tpfutex.robust.observe.Observers;
import dev.tpfutex.shm.SpaceFile;
import java.nio.file.Path;

/** Looks for deadlocks again and again, without a pause, from outside. */
public final class Looks implements AutoCloseable {

    private final SpaceFile file;
    private final MappedPort port;
    private final DeadlockSearch search;
    private final Thread thread;
    private volatile boolean stopped;
    private long looks;
    private long edges;
    private long cycles;

    private Looks(Path path) {
        this.file = SpaceFile.openOrCreate(path, SpaceOptions.defaults().create(false));
        this.port = new MappedPort(file, file.segment());
        this.search = new DeadlockSearch(port, new Observers(path, port));
        this.thread = Thread.ofPlatform().daemon().start(this::look);
    }

    /** Begins to look at a space. */
    public static Looks at(Path path) {
        return new Looks(path);
    }

    private void look() {
        while (!stopped) {
            WaitForGraph graph = search.look();
            looks++;
            edges += graph.edges();
            cycles += search.confirmed(graph).size();
        }
    }

    /** Waits until the last look is done. */
    public void stop() {
        stopped = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** How many threads that have waited for long were seen to wait for others that have, in all looks together. */
    public long edges() {
        return edges;
    }

    /** Deadlocks found. */
    public long cycles() {
        return cycles;
    }

    @Override
    public void close() {
        stop();
        file.close();
    }

    @Override
    public String toString() {
        return looks + " looks, " + edges + " edges, " + cycles + " deadlocks";
    }
}
