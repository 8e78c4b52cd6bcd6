package dev.tpfutex.robust.daemon;

import dev.tpfutex.api.SpaceOpenException;
import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.robust.space.Attachment;
import dev.tpfutex.robust.space.Role;
import dev.tpfutex.shm.FileIdentity;
import dev.tpfutex.shm.SpaceFile;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The spaces that the daemon serves, each as long as a client is connected for it or for good. Thread-safe. */
final class ServedSpaces implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger("dev.tpfutex.daemon");

    private static final class Served {
        final Attachment attachment;
        int clients;
        boolean pinned;

        Served(Attachment attachment) {
            this.attachment = attachment;
        }
    }

    private final Map<FileIdentity, Served> served = new HashMap<>();

    /** Serves a space for good; throws {@link SpaceOpenException} or {@link IllegalArgumentException} if it can't. */
    synchronized void pin(Path path) {
        try {
            serve(open(path)).pinned = true;
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

    /** Begins to serve a client; throws {@link SpaceOpenException} or {@link IllegalArgumentException} if it can't. */
    synchronized Attachment join(Greeting client) {
        Served space = served.get(client.file());
        if (space == null) {
            SpaceFile file = open(client.path());
            if (!file.identity().equals(client.file())) {
                file.close();
                throw new IllegalArgumentException("at " + client.path() + " the daemon sees another file");
            }
            space = serve(file);
        }
        space.clients++;
        return space.attachment;
    }

    /** A client's connection has ended. */
    synchronized void leave(Greeting client) {
        Served space = served.get(client.file());
        if (space == null) {
            return;
        }
        space.attachment.attendant().suspectDeath(client.process());
        if (--space.clients == 0 && !space.pinned) {
            served.remove(client.file());
            LOG.log(System.Logger.Level.INFO, "leaves {0}", client.path());
            space.attachment.detach();
        }
    }

    @Override
    public synchronized void close() {
        served.values().forEach(space -> space.attachment.detach());
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
        LOG.log(System.Logger.Level.INFO, "serves {0}", file.path());
        Served fresh = new Served(Attachment.attach(file, Role.ofDaemon()));
        served.put(file.identity(), fresh);
        return fresh;
    }
}
