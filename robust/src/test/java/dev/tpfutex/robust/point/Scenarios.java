package dev.tpfutex.robust.point;

import dev.tpfutex.robust.point.Scenario.Cast;
import java.util.List;

/** All operations of a client, the coordinator and the recovery, each of them in the midst of others who want the lock. */
final class Scenarios {

    private static final String FAST_ENTRY = "compareAndExchangeLong@FutexMutex.takeFree";
    private static final String SLOW_ENTRY = "compareAndExchangeLong@TpFutex.enter";
    private static final String FAST_EXIT = "compareAndExchangeLong@FutexMutex.unlockListed";
    private static final String SLOW_EXIT = "compareAndExchangeLong@UnlockPath.replaceOwner";

    private static final String COORDINATOR = "tpfutex-coordinator";

    private Scenarios() {}

    static List<Scenario> all() {
        return List.of(
                Scenario.of("open", Cast.NEWCOMER, "main").operation("main open"),
                Scenario.of("first lock, of a new name", Cast.BEGINNER, "t").operation("t lock another"),
                Scenario.of("first lock", Cast.BEGINNER, "t").operation("t acquire book").enters(FAST_ENTRY),
                Scenario.of("lock, free", Cast.CLIENT, "t").operation("t acquire book").enters(FAST_ENTRY),
                lockBySteal(),
                lockAfterDeath(),
                lockAsTopWaiter(),
                lockFromTheQueue(),
                giveUpAsTopWaiter(),
                giveUpInTheQueue(),
                giveUpWithClaimedHandOff(),
                Scenario.of("unlock, nobody waits", Cast.CLIENT, "t").before(Stage::victimAcquires)
                        .operation("t release book")
                        .leaves(FAST_EXIT),
                unlockWithWaiter(),
                unlockWithHandOff(),
                repair(),
                releaseUnrepaired(),
                sweepEndedThread(),
                Scenario.of("close", Cast.CLIENT, "main").operation("main close"),
                coordinate(),
                takeOffice(),
                buryAsCoordinator(),
                buryAsTopWaiter());
    }

    // ---- lock ----------------------------------------------------------------------------------

    private static Scenario lockBySteal() {
        return Scenario.of("lock, freed just before it would wait", Cast.CLIENT, "t").before(stage -> {
            stage.holderAcquires();
            stage.victim().control("trap t stop getInt@TpFutex.steal");
        }).operation("t acquire book").during(stage -> {
            stage.awaitVictimStoppedOrGone();
            stage.holderReleases();
            stage.continueVictim();
        }).enters(SLOW_ENTRY);
    }

    private static Scenario lockAfterDeath() {
        return Scenario.of("lock after an owner's death", Cast.CLIENT, "t").before(Stage::threadDiesInside)
                .operation("t acquire book");
    }

    private static Scenario lockAsTopWaiter() {
        return Scenario.of("lock as the top waiter, handed over", Cast.CLIENT, "t").before(Stage::holderAcquires)
                .operation("t acquire book")
                .during(stage -> {
                    stage.awaitVictim(() -> stage.space().probe().asksForHandOff("book"));
                    stage.wait("w1");
                    stage.holderReleases();
                })
                .enters(SLOW_ENTRY);
    }

    private static Scenario lockFromTheQueue() {
        return Scenario.of("lock from the queue", Cast.CLIENT, "t").before(stage -> {
            stage.holderAcquires();
            stage.wait("w1");
        }).operation("t acquire book").during(stage -> {
            stage.awaitVictim(() -> stage.space().probe().sleepers("book") == 2);
            stage.wait("w2");
            stage.holderReleases();
        }).enters(SLOW_ENTRY);
    }

    // ---- give up -------------------------------------------------------------------------------

    private static Scenario giveUpAsTopWaiter() {
        return Scenario.of("give up as the top waiter", Cast.CLIENT, "t").before(Stage::holderAcquires)
                .operation("t acquire book 40")
                .during(stage -> {
                    stage.awaitVictim(() -> stage.space().probe().asksForHandOff("book"));
                    stage.wait("w1");
                    stage.awaitVictim(() -> false);
                    stage.holderReleases();
                });
    }

    private static Scenario giveUpInTheQueue() {
        return Scenario.of("give up in the queue", Cast.CLIENT, "t").before(stage -> {
            stage.holderAcquires();
            stage.wait("w1");
        }).operation("t acquire book 40").during(stage -> {
            stage.awaitVictim(() -> stage.space().probe().queued("book") == 1);
            stage.wait("w2");
            stage.awaitVictim(() -> false);
            stage.holderReleases();
        });
    }

    private static Scenario giveUpWithClaimedHandOff() {
        return Scenario.of("give up when the hand-off is claimed", Cast.CLIENT, "t").before(stage -> {
            stage.holderAcquires();
            stage.holder().control("trap h stop getLong@UnlockPath.replaceOwner");
        }).operation("t acquire book 200").during(stage -> {
            stage.awaitVictim(() -> stage.space().probe().asksForHandOff("book"));
            stage.wait("w1");
            stage.holderReleasesUntilStopped();
            stage.awaitVictimFor(300);
            stage.holderGoesOn();
        });
    }

    // ---- unlock --------------------------------------------------------------------------------

    private static Scenario unlockWithWaiter() {
        return Scenario.of("unlock, somebody is about to sleep", Cast.CLIENT, "t").before(stage -> {
            stage.victimAcquires();
            stage.waiters().control("trap w1 stop compareAndExchangeInt@Parker.park");
            stage.waitUntilStopped("w1");
        }).operation("t release book").during(stage -> {
            stage.awaitVictim(() -> false);
            stage.waiters().cont();
        }).leaves(SLOW_EXIT);
    }

    private static Scenario unlockWithHandOff() {
        return Scenario.of("unlock with hand-off", Cast.CLIENT, "t").before(stage -> {
            stage.victimAcquires();
            stage.wait("w1");
            stage.wait("w2");
            stage.awaitHandOffAskedBySleeper(2);
        }).operation("t release book").leaves(SLOW_EXIT);
    }

    private static Scenario repair() {
        return Scenario.of("mark consistent", Cast.CLIENT, "t").before(stage -> {
            stage.threadDiesInside();
            stage.victimAcquires();
        }).operation("t repair book");
    }

    private static Scenario releaseUnrepaired() {
        return Scenario.of("unlock without repair", Cast.CLIENT, "t").before(stage -> {
            stage.threadDiesInside();
            stage.victimAcquires();
            stage.wait("w1");
            stage.wait("w2");
        }).operation("t release book");
    }

    // ---- coordinator and recovery --------------------------------------------------------------

    private static Scenario sweepEndedThread() {
        return Scenario.of("clean up after an ended thread", Cast.CLIENT, "tpfutex-attendant").before(stage -> {
            // Nobody waits: a waiter would be told by the kernel, and be faster.
            stage.victim().begin("x", "acquire book").is("held");
        }).operation("x die").during(Stage::awaitMarkOrDeath);
    }

    private static Scenario coordinate() {
        return Scenario.of("coordinate", Cast.HOST, COORDINATOR).during(stage -> {
            stage.holderAcquires();
            stage.wait("w1");
            stage.wait("w2");
            stage.wait("w3");
            stage.holderReleases();
        });
    }

    private static Scenario takeOffice() {
        return Scenario.of("take office", Cast.DAEMON, "tpfutex-").before(stage -> {
            stage.holderAcquires();
            stage.wait("w1");
            stage.wait("w2");
            stage.wait("w3");
        }).during(stage -> {
            stage.awaitVictim(() -> stage.space().probe().coordinator() == stage.victim().pid());
            stage.holderReleases();
        });
    }

    private static Scenario buryAsCoordinator() {
        return Scenario.of("clean up as the coordinator", Cast.HOST, "tpfutex-").before(stage -> {
            stage.extraAcquires();
            stage.wait("w1");
            stage.extraWaits();
            stage.wait("w2");
        }).during(Stage::extraDies);
    }

    private static Scenario buryAsTopWaiter() {
        return Scenario.of("clean up as the top waiter", Cast.CLIENT, "t").before(Stage::extraAcquires)
                .operation("t acquire book")
                .during(stage -> {
                    stage.awaitVictim(() -> stage.space().probe().asksForHandOff("book"));
                    stage.wait("w1");
                    // The host would be faster.
                    stage.holder().stop();
                    stage.extraDies();
                    stage.awaitVictim(() -> false);
                    stage.holder().cont();
                });
    }
}
