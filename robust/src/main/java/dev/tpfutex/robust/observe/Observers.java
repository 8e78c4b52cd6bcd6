package dev.tpfutex.robust.observe;

import dev.tpfutex.core.Lock;
import dev.tpfutex.core.NameIndex;
import dev.tpfutex.core.Port;
import dev.tpfutex.robust.monitor.CleanUp;
import dev.tpfutex.robust.monitor.OwnerDeath;
import dev.tpfutex.robust.monitor.SpaceListener;
import dev.tpfutex.robust.monitor.WaitMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Those who listen to what happens in one space in this JVM. While there are none, a wait costs the two loads that find
 * that out. Thread-safe.
 */
public final class Observers {

    private static final System.Logger LOG = System.getLogger("dev.tpfutex");
    private static final SpaceListener[] NOBODY = {};

    private final Path path;
    private final Port port;
    private final NameIndex names;
    private final Parties parties;
    private final CleanUps cleanUps;
    private final AtomicBoolean failed = new AtomicBoolean();
    private volatile SpaceListener[] listeners = NOBODY;
    private volatile Recorder recorder;

    public Observers(Path path, Port port) {
        this.path = path;
        this.port = port;
        this.names = new NameIndex(port);
        this.parties = new Parties(port);
        this.cleanUps = new CleanUps(port);
    }

    /** Where the space is. */
    public Path path() {
        return path;
    }

    /** Has a listener be told, once, from now on. */
    public synchronized void add(SpaceListener listener) {
        if (!Arrays.asList(listeners).contains(listener)) {
            SpaceListener[] more = Arrays.copyOf(listeners, listeners.length + 1);
            more[listeners.length] = listener;
            listeners = more;
        }
    }

    /** Has it be told no more. */
    public synchronized void remove(SpaceListener listener) {
        listeners = Arrays.stream(listeners).filter(each -> each != listener).toArray(SpaceListener[]::new);
    }

    /** Has a recorder be told, too; for good. */
    public synchronized void record(Recorder fresh) {
        recorder = fresh;
        add(fresh);
    }

    /** Whether anybody listens. */
    public boolean isAnybody() {
        return listeners.length > 0;
    }

    /**
     * A call that may wait begins.
     *
     * @param deadline as in the call
     * @return to be told of its end, or null: nobody listens, or it will not wait
     */
    Waiting begin(Lock lock, WaitMode mode, long deadline) {
        SpaceListener[] all = listeners;
        if (all.length == 0) {
            return null;
        }
        Recorder recording = recorder;
        Object begun = recording == null ? null : recording.begin();
        if (begun == null && recording != null && all.length == 1) {
            // Nobody else is there.
            return null;
        }
        long now = port.nanoTime();
        return deadline <= now ? null : new Waiting(this, lock, mode, now, begun);
    }

    /** Tells of an end of a wait. */
    void end(Waiting waiting, Object begun) {
        if (begun != null) {
            guarded(recorder, each -> recorder.end(begun, waiting));
        }
        tell(each -> each.waited(waiting));
    }

    /** The port told: the owner of a lock was found dead inside. */
    public void ownerDied(Lock lock, int tid) {
        tell(each -> each.ownerDied(new OwnerDeath(nameOf(lock.index()), parties.thread(tid))));
    }

    /** There is news that the process of a record has died, which may be wrong. */
    public void deathNoticed(int process) {
        if (isAnybody()) {
            cleanUps.notice(process);
        }
    }

    /** The port told: a dead process has been cleaned up after. */
    public void cleanedUp(int process) {
        if (isAnybody()) {
            CleanUp cleanUp = cleanUps.end(process);
            tell(each -> each.cleanedUp(cleanUp));
        }
    }

    /** The coordinator has been through its duty cycle. */
    public void cycled(long nanos) {
        tell(each -> each.cycled(nanos));
    }

    /** Tells all of something. */
    public void tell(Consumer<SpaceListener> news) {
        for (SpaceListener each : listeners) {
            guarded(each, news);
        }
    }

    /** Whoever calls may own a lock, and must not fail to say so because of a listener. */
    private void guarded(SpaceListener listener, Consumer<SpaceListener> news) {
        try {
            news.accept(listener);
        } catch (Throwable failure) {
            if (failed.compareAndSet(false, true)) {
                LOG.log(System.Logger.Level.WARNING, "a listener of " + path + " fails; no more is said of that",
                        failure);
            }
        }
    }

    /** Says who is meant by a number. */
    public Parties parties() {
        return parties;
    }

    long nanoTime() {
        return port.nanoTime();
    }

    /** The name of a lock, empty if it has none any more. */
    public String nameOf(int lock) {
        byte[] name = names.nameOf(lock);
        return name == null ? "" : new String(name, StandardCharsets.UTF_8);
    }
}
