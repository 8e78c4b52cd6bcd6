package dev.tpfutex.robust.daemon;

import java.util.HashMap;
import java.util.Map;

/** How many clients are connected, in all and of each user. Used by one thread; the limits may be set by any. */
final class Headcount {

    private final Map<Integer, Integer> ofUser = new HashMap<>();
    private int all;
    private volatile DaemonLimits limits = DaemonLimits.DEFAULTS;

    void limit(DaemonLimits fresh) {
        limits = fresh;
    }

    /** Counts one more; null, or why it is not let in, and then it is not counted. */
    String enter(int uid) {
        DaemonLimits now = limits;
        int own = ofUser.getOrDefault(uid, 0);
        if (all >= now.clients()) {
            return all + " clients are connected, and no more may be: max-clients in the daemon's configuration";
        }
        if (own >= now.clientsPerUser() && DaemonLimits.concern(uid)) {
            return own + " clients of user " + uid + " are connected, and no more may be: max-clients-per-user in the"
                    + " daemon's configuration";
        }
        ofUser.put(uid, own + 1);
        all++;
        return null;
    }

    void leave(int uid) {
        all--;
        ofUser.computeIfPresent(uid, (user, count) -> count == 1 ? null : count - 1);
    }
}
