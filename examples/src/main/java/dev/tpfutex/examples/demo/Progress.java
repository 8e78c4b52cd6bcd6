package dev.tpfutex.examples.demo;

import dev.tpfutex.api.LockStatistics;

/** Shows once a second how things go. */
final class Progress {

    private static final long SECOND = 1_000_000_000;

    private final Crew crew;
    private final SpaceCheck space;
    private final KillLog kills;
    private final long start = System.nanoTime();
    private long last = start;
    private long operations;

    Progress(Crew crew, SpaceCheck space, KillLog kills) {
        this.crew = crew;
        this.space = space;
        this.kills = kills;
    }

    void tick(long now) {
        if (now - last < SECOND) {
            return;
        }
        Tally tally = crew.tally();
        LockStatistics lock = space.since(tally.statistics());
        double seconds = (double) (now - last) / SECOND;
        System.out.println(Text.format("%4d s  %,10.0f ops/s  %,d steals  %,d hand-offs  longest wait %.1f ms"
                + "  kills %d, of the owner %d", (now - start) / SECOND,
                (tally.operations() - operations) / seconds,
                lock.steals(), lock.handOffs(), tally.longestWait() / 1e6, kills.kills(), kills.told()));
        operations = tally.operations();
        last = now;
    }
}
