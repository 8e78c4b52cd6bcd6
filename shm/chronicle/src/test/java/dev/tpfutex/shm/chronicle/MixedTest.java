package dev.tpfutex.shm.chronicle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** JVMs on Chronicle and JVMs on FFM share one space: they exclude each other, and outlive each other. */
@Watched
class MixedTest {

    private static final int THREADS_EACH = 2;
    private static final int JVMS_OF_EACH_KIND = 2;
    private static final int KILLS = 8;

    @RegisterExtension
    final TestSpace space = new TestSpace();

    private record Jvm(Mapping mapping, Process process, int firstThread) {}

    private final List<Jvm> jvms = new ArrayList<>();
    private MixedLedger ledger;
    private int threads;

    @BeforeEach
    void open() throws IOException {
        ledger = MixedLedger.open(space.sibling("ledger"));
    }

    @AfterEach
    void end() throws InterruptedException {
        for (Jvm jvm : jvms) {
            jvm.process().destroyForcibly().waitFor();
        }
    }

    @Test
    void theyExcludeEachOtherWhileSomeAreKilled() throws IOException, InterruptedException {
        for (int i = 0; i < JVMS_OF_EACH_KIND; i++) {
            jvms.add(start(Mapping.FFM));
            jvms.add(start(Mapping.CHRONICLE));
        }
        for (int i = 0; i < KILLS; i++) {
            awaitThatAllGoOn();
            Jvm victim = jvms.removeFirst();
            victim.process().destroyForcibly().waitFor();
            jvms.add(start(victim.mapping()));
        }
        awaitThatAllGoOn();
        ledger.stop();
        for (Jvm jvm : jvms) {
            assertThat(jvm.process().waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(jvm.process().exitValue()).as("exit code over %s", jvm.mapping()).isZero();
        }
        check(MixedLedger.MUTEX, "book");
        check(MixedLedger.WRITERS, "prices");
    }

    /** One that was killed may have counted without having said so, but then its death was told. */
    private void check(int pair, String lock) {
        long said = 0;
        for (int thread = 0; thread < threads; thread++) {
            said += ledger.counted(pair, thread);
        }
        System.out.println(lock + ": " + ledger.counted(pair) + " counted, " + ledger.repaired(pair) + " repaired");
        assertThat(ledger.counted(pair)).isBetween(said, said + ledger.repaired(pair));
        assertThat(ledger.repaired(pair)).isLessThanOrEqualTo(KILLS);
        assertThat(space.probe().word(lock)).isZero();
        assertThat(space.probe().queued(lock)).isZero();
    }

    /** Each thread gets both locks again. */
    private void awaitThatAllGoOn() {
        for (Jvm jvm : jvms) {
            for (int thread = jvm.firstThread(); thread < jvm.firstThread() + THREADS_EACH; thread++) {
                for (int pair : new int[] {MixedLedger.MUTEX, MixedLedger.WRITERS}) {
                    awaitProgress(jvm, pair, thread);
                }
            }
        }
    }

    private void awaitProgress(Jvm jvm, int pair, int thread) {
        long before = ledger.counted(pair, thread);
        Await.until("thread " + thread + " over " + jvm.mapping() + " gets lock " + pair, () -> {
            assertThat(jvm.process().isAlive()).as("the JVM of thread %s over %s lives", thread, jvm.mapping())
                    .isTrue();
            return ledger.counted(pair, thread) > before;
        });
    }

    private Jvm start(Mapping mapping) throws IOException {
        int first = threads;
        threads += THREADS_EACH;
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx128m", "-XX:+UseSerialGC"));
        command.addAll(mapping.jvmFlags());
        command.addAll(List.of("-Dslf4j.internal.verbosity=ERROR", "-cp", mapping.classPath(),
                MixedWorker.class.getName(), space.path().toString(),
                space.sibling("ledger").toString(), mapping.option(), String.valueOf(first),
                String.valueOf(THREADS_EACH)));
        return new Jvm(mapping, new ProcessBuilder(command).inheritIO().start(), first);
    }
}
