package dev.tpfutex.core;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

@JCStressTest
@Description("One writes under the lock, the other reads; each leaves something behind that the next must see.")
@Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "First the reader; the writer has seen that it was there.")
@Outcome(id = "1, 1, 0", expect = ACCEPTABLE, desc = "First the writer; the reader has seen all that it wrote.")
@Outcome(expect = FORBIDDEN, desc = "Both at once, or one has not seen what the other did before.")
@State
public class ReadAndWrite {

    private static final long LONG_AGO = 1;

    private final FirstSpace space = FirstSpace.take();
    private final FutexRwLock readers = space.readers();
    private final FutexMutex writers = space.mutex();
    private final Hold reader = readers.prepare(space.task(0));
    private final Hold writer = writers.prepare(space.task(1));
    private final PlainData data = new PlainData();
    private int readerWasHere;

    @Actor
    public void write(III_Result r) {
        while (writers.lock(writer, LONG_AGO, false) < 0) {
            Thread.onSpinWait();
        }
        r.r1 = data.visit();
        r.r3 = readerWasHere;
        writers.unlock(writer);
    }

    @Actor
    public void read(III_Result r) {
        while (readers.lock(reader, LONG_AGO, false) < 0) {
            Thread.onSpinWait();
        }
        r.r2 = data.look();
        readerWasHere = 1;
        readers.unlock(reader);
    }

    @Arbiter
    public void end(III_Result r) {
        space.giveBack();
    }
}
