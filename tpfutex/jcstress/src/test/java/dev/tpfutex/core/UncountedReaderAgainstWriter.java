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

/** A reader that was not counted leaves, while a writer has all readers counted. */
abstract class UncountedReaderAgainstWriter {

    private final SmallSpace space = SmallSpace.take();
    private final ReadersAndWriter scene;

    UncountedReaderAgainstWriter(boolean weak) {
        scene = new ReadersAndWriter(space, weak ? new WeakPort(space) : new ProbePort(space.port));
        scene.bias();
        scene.readers.tryLock(scene.reader);
    }

    final String leave() {
        space.stagger();
        return scene.readers.unlock(scene.reader) >= 0 ? "left" : "error";
    }

    final String write() {
        return scene.tryToWrite();
    }

    final String end() {
        return scene.end();
    }

    @JCStressTest
    @Description("The reader is counted and leaves the count, or it is not and does not.")
    @Outcome(id = "left, owns, owned", expect = ACCEPTABLE, desc = "The reader has left before it could be counted.")
    @Outcome(id = "left, busy, free", expect = ACCEPTABLE, desc = "It was counted, and has left the count.")
    @Outcome(expect = FORBIDDEN, desc = "A share is left over, or was taken twice.")
    @State
    public static class Production extends UncountedReaderAgainstWriter {

        public Production() {
            super(false);
        }

        @Actor
        public void one(LL_Result r) {
            r.r1 = leave();
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
    @Description("The same, on a port without atomic exchanges.")
    @Outcome(id = "left, owns, owned", expect = ACCEPTABLE, desc = "The reader has left before it could be counted.")
    @Outcome(id = "left, busy, free", expect = ACCEPTABLE, desc = "It was counted, and has left the count.")
    @Outcome(expect = ACCEPTABLE_INTERESTING,
            desc = "A share is left over, or was taken twice. Forbidden in production.")
    @State
    public static class Canary extends UncountedReaderAgainstWriter {

        public Canary() {
            super(true);
        }

        @Actor
        public void one(LL_Result r) {
            r.r1 = leave();
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
