package dev.tpfutex.robust.daemon;

import dev.tpfutex.shm.linux.Threads;

/**
 * How much the daemon takes on. Each space costs two threads, each client a descriptor; no user may use all of them up.
 *
 * @param spaces how many are served at a time, at most
 * @param clients how many are connected at a time, at most
 * @param spacesPerUser of how many the clients of one user are connected, at most
 * @param clientsPerUser how many clients of one user are connected, at most
 */
record DaemonLimits(int spaces, int clients, int spacesPerUser, int clientsPerUser) {

    private static final int SPACES = 256;
    private static final int CLIENTS = 4096;

    private static final int ROOT = 0;

    /** What holds if nothing else is said. */
    static final DaemonLimits DEFAULTS = of(null, null, null, null);

    /** With what is said, or null; of what is not said for one user it is half. */
    static DaemonLimits of(Integer spaces, Integer clients, Integer spacesPerUser, Integer clientsPerUser) {
        int allSpaces = spaces == null ? SPACES : spaces;
        int allClients = clients == null ? CLIENTS : clients;
        return new DaemonLimits(
                allSpaces,
                allClients,
                spacesPerUser == null ? (allSpaces + 1) / 2 : spacesPerUser,
                clientsPerUser == null ? (allClients + 1) / 2 : clientsPerUser);
    }

    /** Whether a user has to keep the limits of one: not root, nor whom the daemon runs as, who could end it anyway. */
    static boolean concern(int uid) {
        return uid != ROOT && uid != Threads.geteuid();
    }
}
