package dev.tpfutex.ctl;

import dev.tpfutex.api.LockSpaceException;
import dev.tpfutex.api.SpaceOpenException;
import dev.tpfutex.robust.inspect.SpaceInspector;
import dev.tpfutex.robust.inspect.SpaceSnapshot;
import dev.tpfutex.shm.FileIdentity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Several spaces that are looked at, each once even if it was named twice. */
final class OpenSpaces implements AutoCloseable {

    private final List<SpaceInspector> spaces = new ArrayList<>();
    private final List<SpaceOpenException> refused = new ArrayList<>();

    /**
     * Opens the spaces that some arguments mean.
     *
     * @throws SpaceOpenException if one cannot be opened that was named; those found by searching are passed over
     */
    static OpenSpaces of(List<String> files) {
        OpenSpaces opened = new OpenSpaces();
        Set<FileIdentity> seen = new HashSet<>();
        for (Path path : SpacePaths.all(files)) {
            try {
                SpaceInspector space = SpaceInspector.open(path);
                if (seen.add(space.view().identity())) {
                    opened.spaces.add(space);
                } else {
                    space.close();
                }
            } catch (SpaceOpenException e) {
                opened.refused.add(e);
            }
        }
        if (!files.isEmpty() && opened.spaces.isEmpty() && !opened.refused.isEmpty()) {
            throw opened.refused.getFirst();
        }
        return opened;
    }

    boolean isEmpty() {
        return spaces.isEmpty();
    }

    /** Those that could not be opened, and why. */
    List<SpaceOpenException> refused() {
        return refused;
    }

    /** One look at each. A space that is not to be read any more, since somebody has shortened it, is left out. */
    List<SpaceSnapshot> snapshots() {
        List<SpaceSnapshot> snapshots = new ArrayList<>();
        for (SpaceInspector space : List.copyOf(spaces)) {
            try {
                snapshots.add(space.snapshot());
            } catch (LockSpaceException e) {
                spaces.remove(space);
                space.close();
            }
        }
        return snapshots;
    }

    @Override
    public void close() {
        spaces.forEach(SpaceInspector::close);
    }
}
