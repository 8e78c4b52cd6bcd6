package dev.tpfutex.core.mapped;

import dev.tpfutex.core.NameIndex;
import dev.tpfutex.core.Port;
import dev.tpfutex.shm.layout.DescriptorLayout;
import dev.tpfutex.shm.layout.LockLayout;
import dev.tpfutex.shm.layout.Place;
import dev.tpfutex.shm.layout.SpaceLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tells of damage to one space file: where, in which lock, what is wrong, and what to do. Each place once, and not
 * more than a few dozen places, since what is damaged is met again and again. Thread-safe.
 */
final class DamageLog {

    private static final System.Logger LOG = System.getLogger("dev.tpfutex");
    private static final int MOST_PLACES = 64;

    private final Path file;
    private final Port port;
    private final Set<Long> reported = ConcurrentHashMap.newKeySet();

    DamageLog(Path file, Port port) {
        this.file = file;
        this.port = port;
    }

    void report(long at, String what) {
        if (reported.size() >= MOST_PLACES || !reported.add(at)) {
            return;
        }
        Place place = Place.of(port.layout(), at);
        LOG.log(System.Logger.Level.ERROR, file + " is damaged at " + place + lock(place) + ": " + what
                + ". Something else than this library has written to it, or this is an error of the library's. It goes on,"
                + " but the lock may have had two owners: check what it protects; to be sure, stop all users of the"
                + " space and delete the file");
        if (reported.size() >= MOST_PLACES) {
            LOG.log(System.Logger.Level.ERROR, file + " is damaged in many places; no more are reported");
        }
    }

    private String lock(Place place) {
        SpaceLayout layout = port.layout();
        long at = place.at();
        boolean inRecord = at >= layout.locks() && at < layout.lock(layout.maxLocks());
        boolean inDescriptor = at >= layout.descriptors() && at < layout.descriptor(layout.maxLocks());
        if (!inRecord && !inDescriptor) {
            return "";
        }
        long index = inRecord
                ? (at - layout.locks()) / LockLayout.SIZE
                : (at - layout.descriptors()) / DescriptorLayout.SIZE;
        byte[] name = new NameIndex(port).nameOf((int) index);
        return name == null ? "" : ", lock \"" + printable(name) + "\"";
    }

    /** The name may be damaged itself. */
    private static String printable(byte[] name) {
        return new String(name, StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", "?");
    }
}
