package dev.tpfutex.robust.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Processes whose threads all do the same under one mutex without an end, judged by a ledger, while some are killed. */
public final class Crowd {

    /** The mutex. */
    public static final String MUTEX = "book";

    private record Worker(PeerJvm jvm, List<Answer> working) {}

    private final TestSpace space;
    private final String verb;
    private final List<String> threads;
    private final Ledger ledger;
    private final Random random;
    private final List<Worker> workers = new ArrayList<>();

    /**
     * Starts them.
     *
     * @param verb {@code count} or {@code mix}
     * @param threads names of the threads of each process
     */
    public Crowd(TestSpace space, int processes, String verb, List<String> threads) throws IOException {
        this.space = space;
        this.verb = verb;
        this.threads = threads;
        this.ledger = Ledger.open(space.sibling("ledger"));
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        this.random = new Random(seed);
        for (int i = 0; i < processes; i++) {
            workers.add(start());
        }
    }

    private Worker start() {
        PeerJvm jvm = space.peer();
        List<Answer> working = new ArrayList<>();
        for (String thread : threads) {
            working.add(jvm.begin(thread, verb + " " + MUTEX + " " + space.sibling("ledger") + " 0"));
        }
        return new Worker(jvm, working);
    }

    /** For moments to choose. */
    public Random random() {
        return random;
    }

    /** Waits until all together have got on so far, and checks that nobody has failed. */
    public void awaitProgress(int visits) {
        long until = ledger.count() + visits;
        Await.until("they go on", () -> ledger.count() > until);
        for (Worker worker : workers) {
            worker.working().stream().filter(answer -> !answer.isPending())
                    .forEach(answer -> answer.is("still at work"));
        }
    }

    /** Kills one of them and starts another. */
    public void killOne() {
        int victim = random.nextInt(workers.size());
        workers.get(victim).jvm().kill();
        workers.set(victim, start());
    }

    /** Stops one of them and lets it go on. */
    public void stopOne() {
        PeerJvm victim = workers.get(random.nextInt(workers.size())).jvm();
        victim.stop();
        victim.cont();
    }

    /** Ends all in order; nobody must have found anything wrong, and the mutex must be at rest. */
    public void finish() {
        ledger.stop();
        workers.forEach(worker -> worker.working().forEach(answer -> answer.is("counted")));
        assertThat(space.probe().word(MUTEX)).isZero();
        assertThat(space.probe().queued(MUTEX)).isZero();
    }
}
