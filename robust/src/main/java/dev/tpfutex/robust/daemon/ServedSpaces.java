package dev.tpfutex.robust.daemon;

import dev.tpfutex.api.SpaceOpenException;
import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.robust.attendant.Attendant;
import dev.tpfutex.robust.space.Attachment;
import dev.tpfutex.robust.space.Role;
import dev.tpfutex.shm.FileIdentity;
import dev.tpfutex.shm.ShownFile;
import dev.tpfutex.shm.SpaceFile;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The spaces that the daemon serves, each as long as a client is connected for it or for good. Thread-safe. */
final class ServedSpaces implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger("dev.tpfutex.daemon");

    private static final class Served {
        final Attachment attachment;
        /** Paths of the configuration that lead to it: for good, as long as there are any. */
        final Set<Path> pins = new HashSet<>();
        /** How many, of each user. */
        final Map<Integer, Integer> clients = new HashMap<>();
        boolean forGood;

        Served(Attachment attachment) {
            this.attachment = attachment;
        }

        boolean isNeeded() {
            return forGood || !clients.isEmpty() || !pins.isEmpty();
        }
    }

    /** Changed under the monitor only. The watchdog reads it without: who opens a file may be long about it. */
    private final Map<FileIdentity, Served> served = new ConcurrentHashMap<>();

    private final Runnable onChange;
    private DaemonConfig config = DaemonConfig.DEFAULTS;
    private Extensions extensions = Extensions.none();
    private boolean closed;

    /** @param onChange called when spaces come and go; quick */
    ServedSpaces(Runnable onChange) {
        this.onChange = onChange;
    }

    /** Who is told of the spaces from now on. */
    synchronized void tell(Extensions running) {
        extensions = running;
    }

    /** Serves a space for good; throws {@link SpaceOpenException} or {@link IllegalArgumentException} if it can't. */
    synchronized void pin(Path path) {
        try {
            serve(open(path)).forGood = true;
        } catch (SpaceOpenException e) {
            if (e.reason() == SpaceOpenException.Reason.NOT_FOUND) {
                // What to do about it is not what a program would do.
                throw new IllegalArgumentException("there is no lock space " + path.toAbsolutePath()
                        + ". The daemon creates none: start it without --space " + path
                        + ", or after a program has opened the space.");
            }
            throw e;
        }
    }

    /**
     * Serves what a configuration names, and no longer what only the one before it named. A space that is not there is
     * served once a client asks for it; one that can't be opened is reported.
     */
    synchronized void configure(DaemonConfig fresh) {
        config = fresh;
        served.values().forEach(space -> space.pins.retainAll(fresh.spaces()));
        releaseUnneeded();
        fresh.spaces().forEach(this::pinIfThere);
    }

    private void pinIfThere(Path path) {
        try {
            pin(serve(open(path)), path);
        } catch (SpaceOpenException e) {
            if (e.reason() == SpaceOpenException.Reason.NOT_FOUND) {
                LOG.log(System.Logger.Level.INFO, "{0} is not there yet; it is served once a client has opened it",
                        path);
            } else {
                LOG.log(System.Logger.Level.WARNING, "cannot serve {0}: {1}", path, e.getMessage());
            }
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "cannot serve {0}: {1}", path, e.getMessage());
        }
    }

    /** The path leads to this space now; to another no more. */
    private void pin(Served space, Path path) {
        served.values().forEach(other -> other.pins.remove(path));
        space.pins.add(path);
        releaseUnneeded();
    }

    /**
     * A client that is served.
     *
     * @param process its record in the space
     * @param uid its user
     */
    record Client(FileIdentity file, int process, int uid) {}

    /**
     * Begins to serve a client; throws {@link SpaceOpenException} or {@link IllegalArgumentException} if it can't.
     *
     * @param file that the client has shown
     * @param process what it says its record is
     */
    synchronized Client join(ShownFile file, int process, int uid) {
        if (closed) {
            throw new IllegalArgumentException("the daemon stops");
        }
        Served space = served.get(file.identity());
        checkSpacesOf(uid, space);
        if (space == null) {
            if (!file.isVisible()) {
                throw new IllegalArgumentException("at " + file.path() + " the daemon sees another file, or none");
            }
            space = serve(file.open());
        }
        if (process < 0 || process >= space.attachment.file().layout().maxProcesses()) {
            releaseUnneeded();
            throw new IllegalArgumentException("the space has no process record " + process);
        }
        space.clients.merge(uid, 1, Integer::sum);
        pinIfNamed(space);
        return new Client(file.identity(), process, uid);
    }

    /** Nobody may use up all the places for spaces. */
    private void checkSpacesOf(int uid, Served wanted) {
        long own = served.values().stream()
                .filter(space -> space != wanted && space.clients.containsKey(uid))
                .count();
        if (own >= config.limits().spacesPerUser() && DaemonLimits.concern(uid)) {
            throw new IllegalArgumentException("the daemon serves " + own + " spaces of user " + uid
                    + ", and may serve no more: max-spaces-per-user in its configuration");
        }
    }

    /** For good, if a path of the configuration leads to it, which may not have been so before. */
    private void pinIfNamed(Served space) {
        for (Path path : config.spaces()) {
            if (!space.pins.contains(path) && space.attachment.file().isAt(path)) {
                pin(space, path);
            }
        }
    }

    /** A client's connection has ended. */
    synchronized void leave(Client client) {
        Served space = served.get(client.file());
        if (space == null) {
            return;
        }
        space.attachment.attendant().suspectDeath(client.process());
        space.clients.computeIfPresent(client.uid(), (user, count) -> count == 1 ? null : count - 1);
        releaseUnneeded();
    }

    /** Those who look after the spaces. Never waits. */
    Collection<Attendant> attendants() {
        return served.values().stream().map(space -> space.attachment.attendant()).toList();
    }

    /** How many there are. Never waits. */
    int size() {
        return served.size();
    }

    @Override
    public synchronized void close() {
        closed = true;
        served.values().forEach(space -> detach(space.attachment));
        served.clear();
    }

    private static SpaceFile open(Path path) {
        return SpaceFile.openOrCreate(path, SpaceOptions.defaults().create(false));
    }

    private Served serve(SpaceFile file) {
        Served known = served.get(file.identity());
        if (known != null) {
            file.close();
            return known;
        }
        if (served.size() >= config.limits().spaces()) {
            file.close();
            throw new IllegalArgumentException("the daemon serves " + served.size() + " spaces, and may serve no more:"
                    + " max-spaces in its configuration");
        }
        LOG.log(System.Logger.Level.INFO, "serves {0}", file.path());
        Served fresh = new Served(Attachment.attach(file, Role.ofDaemon()));
        served.put(file.identity(), fresh);
        extensions.opened(fresh.attachment.monitor());
        onChange.run();
        return fresh;
    }

    private void releaseUnneeded() {
        List<Served> unneeded = served.values().stream().filter(space -> !space.isNeeded()).toList();
        for (Served space : unneeded) {
            SpaceFile file = space.attachment.file();
            served.remove(file.identity());
            LOG.log(System.Logger.Level.INFO, "leaves {0}", file.path());
            detach(space.attachment);
            onChange.run();
        }
    }

    private void detach(Attachment attachment) {
        extensions.closing(attachment.monitor());
        attachment.detach();
    }
}
