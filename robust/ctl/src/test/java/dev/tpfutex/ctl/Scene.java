package dev.tpfutex.ctl;

import dev.tpfutex.robust.peer.Answer;
import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.PeerJvm;
import dev.tpfutex.robust.peer.TestSpace;

/** Situations that several tests look at. */
final class Scene {

    private Scene() {}

    /** One JVM has the lock, two threads of another wait: {@code first} as the top waiter, {@code second} in the queue. */
    record Contended(PeerJvm owner, PeerJvm waiters, Answer first, Answer second) {

        static Contended on(TestSpace space, String lock) {
            PeerJvm owner = space.peer();
            PeerJvm waiters = space.peer();
            owner.expect("lock " + lock, "ok");
            Answer first = waitsFor(space, waiters, "first", lock);
            Answer second = waitsFor(space, waiters, "second", lock);
            Await.until("somebody coordinates", () -> space.probe().coordinator() != 0);
            return new Contended(owner, waiters, first, second);
        }
    }

    /** Has a thread of a JVM wait for a lock, asleep. */
    static Answer waitsFor(TestSpace space, PeerJvm peer, String thread, String lock) {
        return waitsFor(space, peer, thread, "lock", lock);
    }

    static Answer waitsFor(TestSpace space, PeerJvm peer, String thread, String verb, String lock) {
        int before = space.probe().sleepers(lock);
        Answer answer = peer.begin(thread, verb + " " + lock);
        Await.until(thread + " sleeps", () -> space.probe().sleepers(lock) == before + 1);
        return answer;
    }

    /** The only JVM of the space is killed while it has a lock: nobody is left to clean up after it. */
    static long killedHolder(TestSpace space, String command) {
        PeerJvm victim = space.peer();
        victim.expect(command, "");
        victim.kill();
        return victim.pid();
    }
}
