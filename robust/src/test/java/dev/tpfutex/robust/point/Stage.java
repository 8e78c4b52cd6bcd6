package dev.tpfutex.robust.point;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.robust.peer.Answer;
import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.PeerJvm;
import dev.tpfutex.robust.peer.ProcessView;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.point.Scenario.Cast;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;

/**
 * Where scenarios are played, one after the other, all for the mutex {@code book}: a holder and a process with waiters,
 * which survive, and a victim, a new one for each play.
 */
final class Stage {

    private final TestSpace space;
    private final PeerJvm holder;
    private final PeerJvm waiters;
    private Audience audience;
    private PeerJvm spare;
    private PeerJvm victim;
    private PeerJvm extra;
    private Answer operation;
    private int mortals;

    Stage(TestSpace space) {
        this.space = space;
        this.holder = space.victim();
        this.waiters = space.victim();
        this.spare = space.victim();
        open(holder);
        open(waiters);
    }

    TestSpace space() {
        return space;
    }

    PeerJvm holder() {
        return holder;
    }

    PeerJvm waiters() {
        return waiters;
    }

    PeerJvm victim() {
        return victim;
    }

    /** Plays a scenario with these words for the victim's trap; how it went. */
    Play play(Scenario scenario, String trap) {
        try {
            return playOnce(scenario, trap);
        } catch (AssertionError failure) {
            throw new AssertionError("playing '" + scenario + "' with trap " + trap, failure);
        }
    }

    private Play playOnce(Scenario scenario, String trap) {
        audience = new Audience(waiters);
        operation = null;
        cast(scenario);
        scenario.before().accept(this);
        if (scenario.cast() == Cast.DAEMON) {
            victim = space.daemonVictim("-D" + PortCalls.PROPERTY + "=" + trapOf(scenario, trap));
        } else {
            victim.control("trap " + trapOf(scenario, trap));
        }
        audience.victim(victim);
        audience.free();
        operation = scenario.operation().isEmpty() ? null : begin(scenario.operation());
        scenario.during().accept(this);
        end(scenario);
        return new Play(victim.printed("POINT "), victim.printed("DIES "), audience);
    }

    private static String trapOf(Scenario scenario, String trap) {
        return scenario.thread() + " " + trap;
    }

    // ---- the cast ------------------------------------------------------------------------------

    private void cast(Scenario scenario) {
        if (scenario.cast() == Cast.HOST) {
            holder.control("close");
            waiters.control("close");
        }
        if (scenario.cast() != Cast.DAEMON) {
            victim = spare;
            spare = space.victim();
        }
        if (scenario.cast() != Cast.NEWCOMER && scenario.cast() != Cast.DAEMON) {
            open(victim);
        }
        if (scenario.cast() == Cast.HOST) {
            Await.until("the victim is host", () -> space.probe().coordinator() == victim.pid());
            open(holder);
            open(waiters);
        }
        if (scenario.cast() == Cast.CLIENT) {
            victim.expect("acquire book", "held");
            victim.expect("release book", "ok");
        }
    }

    private void open(PeerJvm peer) {
        peer.begin("main", "open " + space.path()).is("ok");
    }

    private Answer begin(String threadAndCommand) {
        String[] words = threadAndCommand.split(" ", 2);
        String command = words[1].equals("open") ? "open " + space.path() : words[1];
        return victim.begin(words[0], command);
    }

    // ---- what the others do --------------------------------------------------------------------

    void holderAcquires() {
        holder.begin("h", "acquire book").is("held");
    }

    void holderReleases() {
        audience.free();
        holder.begin("h", "release book").is("ok");
    }

    /** The holder has a trap in its unlock. */
    void holderReleasesUntilStopped() {
        audience.free();
        Answer released = holder.begin("h", "release book");
        // If the victim is dead by now, the unlock may have another way.
        Await.until("the holder is stopped", () -> !released.isPending() || isStopped(holder));
    }

    /** Until now the lock was on its way. */
    void holderGoesOn() {
        audience.free();
        holder.sendCont();
    }

    /** A waiter begins to wait, and sleeps. */
    void wait(String thread) {
        int before = space.probe().sleepers("book", waiters.pid());
        audience.waits(thread, waiters.begin(thread, "acquire book"));
        Await.until(thread + " sleeps",
                () -> space.probe().sleepers("book", waiters.pid()) > before || audience.hasOwner());
    }

    /** The top waiter asks for a hand-off and sleeps, as all behind it do. */
    void awaitHandOffAskedBySleeper(int sleepers) {
        awaitVictim(() -> space.probe().asksForHandOff("book") && space.probe().sleepers("book") == sleepers);
    }

    /** A waiter begins to wait, and is stopped by its trap. */
    void waitUntilStopped(String thread) {
        audience.waits(thread, waiters.begin(thread, "acquire book"));
        Await.until(thread + " is stopped", () -> isStopped(waiters));
    }

    /** A mark of death comes on the word. */
    void threadDiesInside() {
        String thread = "mortal-" + ++mortals;
        holder.begin(thread, "acquire book").is("held");
        holder.endThread(thread);
        Await.until("the mark is there", () -> space.probe().isMarked("book"));
    }

    void victimAcquires() {
        victim.expect("acquire book", "held");
    }

    /** One more process, that will die by chance. */
    void extraAcquires() {
        extra = space.unopenedPeer();
        open(extra);
        extra.expect("acquire book", "held");
    }

    void extraWaits() {
        extra.begin("q", "acquire book");
        Await.until("it sleeps", () -> space.probe().sleepers("book", extra.pid()) > 0);
    }

    void extraDies() {
        audience.free();
        audience.expectMark();
        space.dismiss(extra);
    }

    // ---- what becomes of the victim ------------------------------------------------------------

    /** Until the condition holds, or the victim is dead or has ended its operation. */
    void awaitVictim(Callable<Boolean> condition) {
        Await.until("the victim gets there", () -> isVictimDone() || condition.call());
    }

    /** So long, unless the victim is dead or has ended its operation before. */
    void awaitVictimFor(long millis) {
        long end = System.nanoTime() + millis * 1_000_000;
        awaitVictim(() -> System.nanoTime() - end >= 0);
    }

    /** Until an ended thread of the victim has been cleaned up after, or the victim is dead. */
    void awaitMarkOrDeath() {
        Await.until("the mark is there", () -> !victim.isAlive() || space.probe().isMarked("book"));
    }

    void awaitVictimStoppedOrGone() {
        awaitVictim(() -> isStopped(victim));
    }

    /** Lets it go on, and perhaps die on its way. */
    void continueVictim() {
        if (victim.isAlive()) {
            victim.sendCont();
        }
    }

    private static boolean isStopped(PeerJvm jvm) {
        try {
            return jvm.isAlive() && ProcessView.of(jvm.pid()).isStopped();
        } catch (UncheckedIOException gone) {
            return false;
        }
    }

    private boolean isVictimDone() {
        return !victim.isAlive() || operation != null && !operation.isPending();
    }

    /** Everybody has their turn, and the victim is gone. */
    private void end(Scenario scenario) {
        if (operation != null) {
            awaitOperation();
        }
        audience.serveAll(this::letVictimRelease);
        space.dismiss(victim);
        victim.awaitEnd();
        if (scenario.cast() == Cast.NEWCOMER) {
            // Until another joins or leaves, nobody looks for one that died before it had announced itself.
            open(spare);
            spare.control("close");
        }
        audience.lookAround(holder);
        Await.until("nothing is left of the victim", () -> space.probe().processes() == 2
                && space.probe().tasksOfOthersThan(Set.of(holder.pid(), waiters.pid())) == 0);
        Await.until("the mutex is at rest", () -> space.probe().isAtRest("book"));
        holder.control("trap");
        waiters.control("trap");
    }

    private void awaitOperation() {
        Await.until("the victim is dead or has ended its operation, or others are to go on",
                () -> isVictimDone() || audience.hasOwner());
    }

    /** If it has got the lock and lives, it gives it back; whether it is out of the way. */
    private boolean letVictimRelease() {
        if (operation == null || operation.hasFailed()) {
            return true;
        }
        if (operation.isPending()) {
            return false;
        }
        String answer = operation.text();
        operation = null;
        if (!takeTrapsAway()) {
            return true;
        }
        if (answer.startsWith("held")) {
            audience.free();
            assertThat(List.of("ok", "IllegalStateException")).anyMatch(victim.tell("repair book")::startsWith);
            victim.expect("release book", "ok");
        }
        return true;
    }

    /** False if it has died in one before. */
    private boolean takeTrapsAway() {
        Answer done = victim.begin("main", "trap");
        Await.until("the victim's traps are gone", () -> !done.isPending());
        return !done.hasFailed();
    }
}
