package dev.tpfutex.robust.peer;

import dev.tpfutex.api.LockGuard;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Holds several mutexes at a time, each with a ledger of its own, until the first ledger is stopped. */
final class PeerJuggler {

    private static final int MOST = 4;

    private final PeerSpace space;
    private final String prefix;
    private final List<Ledger> ledgers = new ArrayList<>();

    /** Mutexes with names {@code prefix0}, {@code prefix1} and so on, and ledgers with such files. */
    PeerJuggler(PeerSpace space, String prefix, Path ledgers, int count) throws IOException {
        this.space = space;
        this.prefix = prefix;
        for (int i = 0; i < count; i++) {
            this.ledgers.add(Ledger.open(Path.of(ledgers.toString() + i)));
        }
    }

    String run() {
        long rounds = 0;
        while (!ledgers.getFirst().isStopped()) {
            hold(0, 1 + ThreadLocalRandom.current().nextInt(MOST));
            rounds++;
        }
        return "juggled " + rounds;
    }

    /** Takes so many more, always in the order of their numbers, so that nobody waits in a circle. */
    private void hold(int from, int more) {
        if (more == 0 || from == ledgers.size()) {
            return;
        }
        int index = from + ThreadLocalRandom.current().nextInt(ledgers.size() - from);
        Ledger ledger = ledgers.get(index);
        try (LockGuard guard = space.mutex(prefix + index).acquire()) {
            if (guard.ownerDied()) {
                ledger.repair();
                guard.markConsistent();
            }
            ledger.visit(guard.fencingToken());
            hold(index + 1, more - 1);
        }
    }
}
