package dev.tpfutex.robust;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.robust.peer.Answer;
import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.ContainedJvm;
import dev.tpfutex.robust.peer.PeerJvm;
import dev.tpfutex.robust.peer.PidNamespace;
import dev.tpfutex.robust.peer.ProcessView;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A process that only looks like another, or a dead one that still looks like a process. */
@Watched
class IdentityTest {

    @RegisterExtension
    final TestSpace space = new TestSpace();

    private PidNamespace namespace() {
        PidNamespace.assumeAllowed();
        return space.closeLater(PidNamespace.create());
    }

    private ContainedJvm opened(ContainedJvm jvm) {
        space.closeLater(jvm);
        assertThat(jvm.peer().control("open " + space.path())).isEqualTo("ok");
        return jvm;
    }

    /** A JVM in the namespace that holds the lock and is killed while nobody is there to clean up; its pid. */
    private int dieHolding(PidNamespace namespace, String lock) {
        ContainedJvm victim = opened(namespace.jvm());
        int pid = ProcessView.of(victim.pid()).innermostPid();
        victim.peer().expect("acquire " + lock, "held");
        victim.kill();
        // Until then its pid is not free.
        victim.peer().awaitEnd();
        assertThat(space.probe().owner(lock)).isEqualTo(pid);
        return pid;
    }

    @Test
    @DisplayName("C07: the dead owner's pid belongs to a stranger by now: the death is seen, the stranger left alone")
    void aStrangerHasTheDeadOwnersPid() {
        PidNamespace namespace = namespace();
        int pid = dieHolding(namespace, "book");
        ProcessHandle stranger = namespace.sleeper(pid);
        assertThat(ProcessView.of(stranger.pid()).innermostPid()).isEqualTo(pid);
        PeerJvm survivor = opened(namespace.jvm()).peer();
        assertThat(survivor.tell("acquire book")).contains("ownerDied");
        Await.until("it is buried", () -> space.probe().processes() == 1);
        assertThat(stranger.isAlive()).isTrue();
    }

    @Test
    @DisplayName("C07: the dead owner's pid belongs to a new user of the same file: that one is not taken for the dead")
    void aNewUserHasTheDeadOwnersPid() {
        PidNamespace namespace = namespace();
        int pid = dieHolding(namespace, "book");
        ContainedJvm newUser = opened(namespace.jvm(pid));
        assertThat(ProcessView.of(newUser.pid()).innermostPid()).isEqualTo(pid);
        assertThat(newUser.peer().tell("acquire book")).contains("ownerDied");
        newUser.peer().expect("repair book", "ok");
        Await.until("the dead is buried", () -> space.probe().processes() == 1);
        // Alive for all that look, although a dead one had its pid.
        PeerJvm other = opened(namespace.jvm()).peer();
        other.expect("tryLock book", "false");
        assertThat(other.tell("holder book")).contains("pid=" + pid + ",", "alive=true");
    }

    @Test
    @DisplayName("C08: an owner that was killed and that its parent does not reap is dead at once")
    void aZombieIsDead() {
        ContainedJvm victim = opened(space.closeLater(ContainedJvm.startWithCarelessParent()));
        PeerJvm survivor = space.peer();
        victim.peer().expect("acquire book", "held");
        Answer acquired = survivor.begin("t", "acquire book");
        Await.until("the survivor sleeps", () -> space.probe().sleepers("book") == 1);
        long killed = System.nanoTime();
        victim.kill();
        assertThat(acquired.text()).contains("ownerDied");
        System.out.println("a zombie's lock is taken after " + acquired.after(killed).toMillis() + " ms");
        assertThat(ProcessView.of(victim.pid()).isZombie()).isTrue();
        Await.until("the zombie is buried", () -> space.probe().processes() == 1);
    }

    @Test
    @DisplayName("Processes with the same pid in two namespaces exclude each other, and each can tell who holds")
    void samePidInTwoNamespaces() {
        PidNamespace.assumeAllowed();
        ContainedJvm first = opened(PidNamespace.containedJvm());
        ContainedJvm second = opened(PidNamespace.containedJvm());
        PeerJvm outside = space.peer();
        assertThat(ProcessView.of(first.pid()).innermostPid()).isEqualTo(1);
        assertThat(ProcessView.of(second.pid()).innermostPid()).isEqualTo(1);
        first.peer().begin("clerk", "acquire book").is("held");
        second.peer().expect("tryLock book", "false");
        outside.expect("tryLock book", "false");
        String namespace = " of pid namespace " + ProcessView.of(first.pid()).pidNamespace();
        assertThat(second.peer().tell("acquire book 1")).contains("pid 1" + namespace + ", thread \"clerk\"");
        assertThat(outside.tell("acquire book 1")).contains("pid 1" + namespace + ", thread \"clerk\"");
        assertThat(first.peer().tell("acquire book 1")).contains("pid 1, thread \"clerk\"");
        first.peer().begin("clerk", "release book").is("ok");
        count(first.peer(), second.peer(), outside);
    }

    private void count(PeerJvm... peers) {
        String count = "count book " + space.sibling("ledger") + " 3000";
        Answer[] answers = new Answer[peers.length];
        for (int i = 0; i < peers.length; i++) {
            answers[i] = peers[i].begin("t", count);
        }
        for (Answer answer : answers) {
            answer.is("counted 3000");
        }
    }

    @Test
    @DisplayName("The death of an owner in another namespace is seen, though its pid means another process here")
    void deathInAnotherNamespace() {
        PidNamespace.assumeAllowed();
        ContainedJvm victim = opened(PidNamespace.containedJvm());
        ContainedJvm survivor = opened(PidNamespace.containedJvm());
        victim.peer().expect("acquire book", "held");
        Answer acquired = survivor.peer().begin("t", "acquire book");
        Await.until("the survivor sleeps", () -> space.probe().sleepers("book") == 1);
        long killed = System.nanoTime();
        victim.kill();
        assertThat(acquired.text()).contains("ownerDied");
        System.out
                .println("death in another pid namespace to next owner: " + acquired.after(killed).toMillis() + " ms");
        Await.until("the dead is buried", () -> space.probe().processes() == 1);
    }

    @Test
    @DisplayName("A container that is killed while it holds a lock starts again, as pid 1 as before, and goes on")
    void aContainerIsRestarted() {
        PidNamespace.assumeAllowed();
        for (int round = 0; round < 3; round++) {
            ContainedJvm container = opened(PidNamespace.containedJvm());
            assertThat(container.peer().tell("acquire book")).startsWith("held").matches(
                    round == 0 ? ".* token=1 .*" : ".* ownerDied token=" + (round + 1) + " .*");
            container.kill();
        }
        assertThat(space.peer().tell("acquire book")).contains("ownerDied");
    }

    @Test
    @DisplayName("Before a hand-off the heir's own state counts, not that of a stopped process of the same pid here")
    void aStoppedNamesakeOfTheHeir() {
        PidNamespace here = namespace();
        PidNamespace there = space.closeLater(PidNamespace.create());
        ContainedJvm owner = opened(here.jvm());
        ContainedJvm heir = opened(there.jvm());
        ProcessHandle namesake = here.sleeper(ProcessView.of(heir.pid()).innermostPid());
        PeerJvm.signal("STOP", namesake.pid());
        Await.until("the namesake is stopped", () -> ProcessView.of(namesake.pid()).isStopped());
        owner.peer().expect("acquire book", "held");
        Answer handedOver = heir.peer().begin("t", "acquire book");
        Await.until("it asks for a hand-off", () -> space.probe().asksForHandOff("book"));
        owner.peer().expect("release book", "ok");
        handedOver.is("held HANDED_OFF");
    }
}
