package dev.tpfutex.core;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A reader joins a biased lock by its own entry alone, while a writer takes the bias back. */
abstract class BiasAgainstWriter {

    private final SmallSpace space = SmallSpace.take();
    private final ReadersAndWriter scene;

    BiasAgainstWriter(boolean weak) {
        scene = new ReadersAndWriter(space, weak ? new WeakPort(space) : new ProbePort(space.port));
        scene.bias();
    }

    final String read() {
        space.stagger();
        return scene.readers.tryLock(scene.reader) >= 0 ? "reads" : "no";
    }

    final String write() {
        return scene.tryToWrite();
    }

    final String end() {
        return scene.end();
    }

    @JCStressTest
    @Description("Either the reader sees that the bias is gone, or the writer sees the reader.")
    @Outcome(id = "no, owns, owned", expect = ACCEPTABLE, desc = "The reader has seen that the bias is gone.")
    @Outcome(id = "reads, busy, readers left", expect = ACCEPTABLE, desc = "The writer has seen the reader.")
    @Outcome(id = "no, busy, (free|readers left)", expect = ACCEPTABLE, desc = "Each was in the way of the other.")
    @Outcome(expect = FORBIDDEN, desc = "A reader beside a writer.")
    @State
    public static class Production extends BiasAgainstWriter {

        public Production() {
            super(false);
        }

        @Actor
        public void one(LL_Result r) {
            r.r1 = read();
        }

        @Actor
        public void other(LL_Result r) {
            r.r2 = write();
        }

        @Arbiter
        public void end(LL_Result r) {
            r.r2 = r.r2 + ", " + end();
        }
    }

    @JCStressTest
    @Description("The same, on a port whose stores do not wait for loads.")
    @Outcome(id = "no, owns, owned", expect = ACCEPTABLE, desc = "The reader has seen that the bias is gone.")
    @Outcome(id = "reads, busy, readers left", expect = ACCEPTABLE, desc = "The writer has seen the reader.")
    @Outcome(id = "no, busy, (free|readers left)", expect = ACCEPTABLE, desc = "Each was in the way of the other.")
    @Outcome(expect = ACCEPTABLE_INTERESTING, desc = "A reader beside a writer. Forbidden in production.")
    @State
    public static class Canary extends BiasAgainstWriter {

        public Canary() {
            super(true);
        }

        @Actor
        public void one(LL_Result r) {
            r.r1 = read();
        }

        @Actor
        public void other(LL_Result r) {
            r.r2 = write();
        }

        @Arbiter
        public void end(LL_Result r) {
            r.r2 = r.r2 + ", " + end();
        }
    }
}
