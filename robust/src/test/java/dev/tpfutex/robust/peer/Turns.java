package dev.tpfutex.robust.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

/**
 * Threads that wait for one lock. They come out in order as a rule, but a waiter that does not get a processor in time
 * is passed by, and then the test must not wait for it while another owns the lock.
 */
public final class Turns {

    private record Turn(PeerJvm peer, String thread, Answer acquired) {}

    private final String lock;
    private final List<Turn> waiting = new ArrayList<>();

    public Turns(String lock) {
        this.lock = lock;
    }

    /** One more waits; {@code acquired} is its answer. */
    public void add(PeerJvm peer, String thread, Answer acquired) {
        waiting.add(new Turn(peer, thread, acquired));
    }

    /** Waits until each of them has owned the lock, alone, and has given it back in order; their answers. */
    public List<String> serveAll() {
        List<String> answers = new ArrayList<>();
        while (!waiting.isEmpty()) {
            Await.until("the next of " + waiting.size() + " owns " + lock, () -> !owners().isEmpty());
            assertThat(owners()).hasSize(1);
            Turn owner = owners().getFirst();
            waiting.remove(owner);
            answers.add(owner.acquired().text());
            if (answers.getLast().contains("ownerDied")) {
                owner.peer().begin(owner.thread(), "repair " + lock).is("ok");
            }
            owner.peer().begin(owner.thread(), "unlock " + lock).is("ok");
        }
        return answers;
    }

    /** Whether nobody has got it yet. */
    public boolean areAllPending() {
        return owners().isEmpty();
    }

    private List<Turn> owners() {
        return waiting.stream().filter(turn -> !turn.acquired().isPending()).toList();
    }
}
