package dev.tpfutex.model.search;

import dev.tpfutex.core.FutexWord;
import dev.tpfutex.shm.layout.LockLayout;
import java.util.function.Supplier;

/** The scenarios of the reader-writer lock. */
final class ReaderCatalog {

    private static final int ANY = Catalog.ANY;
    private static final int BIASED = FutexWord.SHARED | FutexWord.BIASED;

    private static final Behaviour WRITER = Behaviour.rounds(1);
    private static final Behaviour READER = WRITER.way(Way.READ);
    private static final Behaviour TRIER = WRITER.way(Way.TRY_READ);
    private static final Behaviour DOWNGRADER = WRITER.way(Way.DOWNGRADE);
    private static final Behaviour UPGRADER = WRITER.way(Way.UPGRADE);
    private static final Behaviour TWICE = Behaviour.rounds(2).way(Way.READ);
    private static final Behaviour BIASER = READER.offeringBias();
    /** Less than the patience of a top waiter, so that it gives up before it asks for a hand-off, and more. */
    private static final long SHORT = 3_000_000;
    private static final long LONG = 6_500_000;

    private ReaderCatalog() {}

    private static Scenario lock(String name, int attributes, int word, Behaviour... clients) {
        Scenario scenario = new Scenario(name);
        for (Behaviour client : clients) {
            scenario.client(client);
        }
        return scenario.readers(attributes, word);
    }

    private static Scenario plain(String name, Behaviour... clients) {
        return lock(name, 0, 0, clients);
    }

    private static Scenario biased(String name, Behaviour... clients) {
        return lock(name, 0, BIASED, clients);
    }

    private static void add(int quick, int full, Supplier<Scenario> scenario) {
        Catalog.add(quick, full, scenario);
    }

    static void addAll() {
        calm();
        timely();
        deadly();
        coordinated();
    }

    private static void calm() {
        add(ANY, ANY, () -> plain("2 readers", READER, READER));
        add(ANY, ANY, () -> plain("reader, writer", READER, WRITER));
        add(ANY, ANY, () -> biased("biased: reader, writer", READER, WRITER));
        add(ANY, ANY, () -> plain("reader offers bias, writer", BIASER, WRITER));
        add(ANY, ANY, () -> plain("reader, downgrader", READER, DOWNGRADER));
        add(3, ANY, () -> plain("reader, upgrader", READER, UPGRADER));
        add(3, ANY, () -> biased("biased: reader, upgrader", READER, UPGRADER));
        add(3, ANY, () -> plain("2 upgraders", UPGRADER, UPGRADER));
        add(ANY, ANY, () -> plain("3 readers", READER, READER, READER));
        add(2, 3, () -> plain("2 readers, writer", READER, READER, WRITER));
        add(2, 3, () -> biased("biased: 2 readers, writer", READER, READER, WRITER));
        add(2, 3, () -> plain("2 readers, one offers bias, writer", BIASER, READER, WRITER));
        add(2, 3, () -> plain("2 readers x 2, writer", TWICE, TWICE, WRITER));
        add(2, 3, () -> plain("reader, 2 writers", READER, WRITER, WRITER));
        add(2, 3, () -> plain("reader, writer, upgrader", READER, WRITER, UPGRADER));
        add(1, 2, () -> biased("biased: reader, writer, upgrader", READER, WRITER, UPGRADER));
        add(2, 3, () -> plain("2 readers, upgrader", READER, READER, UPGRADER));
        add(2, 3, () -> plain("reader, writer, downgrader", READER, WRITER, DOWNGRADER));
        add(2, 3, () -> plain("trier, writer, downgrader", TRIER, WRITER, DOWNGRADER));
    }

    private static void timely() {
        add(2, 3, () -> plain("slow reader, writer", READER.slow(), WRITER).allow(Fault.JUMP, 1));
        add(2, 3, () -> biased("biased: slow reader, writer", READER.slow(), WRITER).allow(Fault.JUMP, 1));
        add(2, 3, () -> plain("reader, slow writer", READER, WRITER.slow()).allow(Fault.JUMP, 1));
        add(1, 2, () -> plain("slow reader, reader, writer", READER.slow(), READER, WRITER).allow(Fault.JUMP, 1));
        add(1, 2, () -> biased("biased: slow reader, reader, writer", READER.slow(), READER, WRITER)
                .allow(Fault.JUMP, 1));
        add(1, 2, () -> lock("prefer readers: slow reader, reader, writer", LockLayout.PREFER_READERS, 0,
                READER.slow(), READER, WRITER).allow(Fault.JUMP, 1));
        add(1, 2, () -> lock("prefer writers: slow reader, reader, writer", LockLayout.PREFER_WRITERS, 0,
                READER.slow(), READER, WRITER).allow(Fault.JUMP, 1));
        add(1, 1, () -> plain("2 readers, writer, due by the clock", READER.slow(), TWICE, WRITER).aged()
                .allow(Fault.JUMP, 1));
        add(1, 1, () -> plain("reader, 2 writers, due by the clock", TWICE, WRITER.slow(), WRITER).aged()
                .allow(Fault.JUMP, 1));
        add(1, 1, () -> plain("2 readers, slow writer", READER, READER, WRITER.slow()).allow(Fault.JUMP, 1));
        add(ANY, ANY, () -> plain("reader, slow downgrader", READER, DOWNGRADER.slow()).allow(Fault.JUMP, 1));
        add(0, 1, () -> plain("reader, slow downgrader, writer", READER, DOWNGRADER.slow(), WRITER)
                .allow(Fault.JUMP, 1));
        add(2, 3, () -> plain("slow reader, upgrader", READER.slow(), UPGRADER).allow(Fault.JUMP, 1));
        add(2, 3, () -> plain("slow reader offers bias, writer", BIASER.slow(), WRITER).allow(Fault.JUMP, 1));
        add(2, 3, () -> plain("slow upgrader, upgrader", UPGRADER.slow(), UPGRADER).allow(Fault.JUMP, 1));
        add(0, 1, () -> plain("slow reader, upgrader, writer", READER.slow(), UPGRADER, WRITER).allow(Fault.JUMP, 1));
        add(ANY, ANY, () -> plain("slow reader, writer times out", READER.slow(), WRITER.timeout(SHORT))
                .allow(Fault.JUMP, 1));
        add(ANY, ANY, () -> plain("slow writer, reader times out", WRITER.slow(), READER.timeout(LONG))
                .allow(Fault.JUMP, 1));
        add(1, 2, () -> plain("slow reader, reader, writer times out", READER.slow(), READER, WRITER.timeout(SHORT))
                .allow(Fault.JUMP, 1));
        add(0, 1, () -> plain("slow writer, readers time out", WRITER.slow(), READER.timeout(SHORT),
                READER.timeout(LONG)).allow(Fault.JUMP, 1));
        add(1, 1, () -> plain("slow reader, upgrader times out, writer", READER.slow(), UPGRADER.timeout(SHORT), WRITER)
                .allow(Fault.JUMP, 1));
        add(1, 2, () -> plain("slow reader, reader and upgrader are interrupted", READER.slow(),
                READER.interruptible(), UPGRADER.interruptible()).allow(Fault.INTERRUPT, 1));
        add(1, 2, () -> plain("slow reader, reader, writer, wakes for nothing", READER.slow(), READER, WRITER)
                .allow(Fault.SPURIOUS_WAKE, 1).allow(Fault.WRONG_LOOK, 1));
        add(1, 2, () -> plain("2 readers, writer, a client stops", READER, READER, WRITER)
                .allow(Fault.CLIENT_STOP, 1));
    }

    private static void deadly() {
        add(ANY, ANY, () -> plain("2 readers, 1 dies", READER, READER).allow(Fault.CLIENT_DEATH, 1));
        add(2, 3, () -> plain("reader, writer, 1 dies", READER, WRITER).allow(Fault.CLIENT_DEATH, 1));
        add(2, 3, () -> biased("biased: reader, writer, 1 dies", READER, WRITER).allow(Fault.CLIENT_DEATH, 1));
        add(1, 2, () -> plain("reader, writer, both die", READER, WRITER).allow(Fault.CLIENT_DEATH, 2));
        add(1, 2, () -> plain("reader, downgrader, 1 dies", READER, DOWNGRADER).allow(Fault.CLIENT_DEATH, 1));
        add(1, 2, () -> plain("reader, upgrader, 1 dies", READER, UPGRADER).allow(Fault.CLIENT_DEATH, 1));
        add(1, 2, () -> plain("slow reader, writer, 1 dies", READER.slow(), WRITER).allow(Fault.CLIENT_DEATH, 1)
                .allow(Fault.JUMP, 1));
        add(1, 1, () -> plain("2 readers, writer, 1 dies", READER, READER, WRITER).allow(Fault.CLIENT_DEATH, 1));
        add(1, 1, () -> biased("biased: 2 readers, writer, 1 dies", READER, READER, WRITER)
                .allow(Fault.CLIENT_DEATH, 1));
        add(0, 1, () -> plain("reader, writer, upgrader, 1 dies", READER, WRITER, UPGRADER)
                .allow(Fault.CLIENT_DEATH, 1));
        add(1, 2, () -> plain("reader, writer, 1 dies, recoverer dies", READER, WRITER).recoverers(2)
                .allow(Fault.CLIENT_DEATH, 1).allow(Fault.RECOVERER_DEATH, 1));
        add(1, 2, () -> biased("biased: reader, writer, 1 dies, recoverer", READER, WRITER).recoverers(1)
                .allow(Fault.CLIENT_DEATH, 1));
        add(1, 2, () -> plain("2 readers, 1 dies, its slot is issued again", READER, READER).newcomer(READER)
                .recoverers(1).allow(Fault.CLIENT_DEATH, 1));
        add(1, 2, () -> plain("reader, writer, 1 dies, life words", READER, WRITER).tied()
                .allow(Fault.CLIENT_DEATH, 1));
        add(1, 2, () -> plain("slow reader, upgrader, 1 dies, life words", READER.slow(), UPGRADER).toldAtOnce()
                .allow(Fault.CLIENT_DEATH, 1));
    }

    private static void coordinated() {
        add(1, 2, () -> plain("2 readers, slow writer, coordinator dies", READER, READER, WRITER.slow()).hosts(2)
                .allow(Fault.HOST_DEATH, 1));
        add(0, 0, () -> plain("2 readers, slow writer, coordinator stops, returns", READER, READER, WRITER.slow())
                .hosts(2).allow(Fault.HOST_STOP, 1));
        add(1, 2, () -> plain("2 readers, writer, coordinator stops, returns", READER, READER, WRITER).hosts(2)
                .allow(Fault.HOST_STOP, 1));
        add(1, 2, () -> plain("reader, writer, 1 dies, coordinator dies", READER, WRITER).hosts(2)
                .allow(Fault.CLIENT_DEATH, 1).allow(Fault.HOST_DEATH, 1));
    }
}
