package dev.tpfutex.robust.inspect;

import dev.tpfutex.shm.layout.Place;
import dev.tpfutex.shm.layout.SpaceLayout;
import java.util.ArrayList;
import java.util.List;

/** What has been found damaged, in the order of discovery; not without end, for a file may be all damage. */
final class DamageList {

    private static final int MOST = 256;

    private final SpaceLayout layout;
    private final List<Damage> found = new ArrayList<>();

    DamageList(SpaceLayout layout) {
        this.layout = layout;
    }

    void add(long at, String lock, String what) {
        if (found.size() < MOST) {
            found.add(new Damage(Place.of(layout, at), lock, what));
        }
    }

    void add(long at, String what) {
        add(at, "", what);
    }

    List<Damage> all() {
        return List.copyOf(found);
    }
}
