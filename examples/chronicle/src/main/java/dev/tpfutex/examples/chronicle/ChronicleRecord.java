package dev.tpfutex.examples.chronicle;

import dev.tpfutex.api.LockGuard;
import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.SharedMutex;
import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.examples.basics.OtherJvm;
import dev.tpfutex.examples.basics.SharedFolder;
import dev.tpfutex.shm.chronicle.ChronicleMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.openhft.chronicle.bytes.MappedBytes;

/**
 * Three JVMs change one record in a Chronicle Bytes file, under a mutex whose file is mapped by Chronicle Bytes too. A
 * fourth is killed half-way through a change; the next owner is told, and writes the record anew.
 */
public final class ChronicleRecord {

    private static final int JVMS = 3;
    private static final int UPDATES = 20_000;
    private static final long FILE_SIZE = 64 << 10;
    private static final long OFFSET = 0;
    private static final SpaceOptions BY_CHRONICLE = SpaceOptions.defaults().mapping("chronicle");

    private final SharedMutex mutex;
    private final MappedBytes bytes;

    private ChronicleRecord(LockSpace space, MappedBytes bytes) {
        this.mutex = space.mutex("quote");
        this.bytes = bytes;
    }

    /** No arguments; the other JVMs get the path of the folder, and how many updates are theirs; 0 for the one to die. */
    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length > 0) {
            work(new SharedFolder(Path.of(args[0])), Integer.parseInt(args[1]));
            return;
        }
        boolean right;
        try (SharedFolder folder = SharedFolder.create()) {
            right = run(folder);
        }
        System.exit(right ? 0 : 1);
    }

    private static MappedBytes map(SharedFolder folder) throws IOException {
        return MappedBytes.mappedBytes(folder.data().toFile(), FILE_SIZE);
    }

    private static void work(SharedFolder folder, int updates) throws IOException {
        MappedBytes bytes = map(folder);
        try (LockSpace space = LockSpace.open(folder.locks(), BY_CHRONICLE)) {
            ChronicleRecord mine = new ChronicleRecord(space, bytes);
            if (updates == 0) {
                mine.tearAndAwaitDeath();
            }
            for (int i = 0; i < updates; i++) {
                mine.update();
            }
            System.out.println("I have changed the record " + updates + " times");
        } finally {
            bytes.releaseLast();
        }
    }

    private void update() {
        try (LockGuard guard = mutex.acquire()) {
            Quote last = Quote.read(bytes, OFFSET);
            if (guard.ownerDied()) {
                System.out.println("a JVM has died here, the record "
                        + (last.isWhole() ? "is whole" : "was torn; I write it anew"));
                last = Quote.of(last.updates(), last.author(), last.bid());
                guard.markConsistent();
            } else if (!last.isWhole()) {
                throw new IllegalStateException("torn: " + last);
            }
            Quote.of(last.updates() + 1, ProcessHandle.current().pid(), last.bid() + 1).write(bytes, OFFSET);
        }
    }

    /** Changes one field only, as if killed between two. */
    private void tearAndAwaitDeath() throws IOException {
        mutex.lock();
        Quote last = Quote.read(bytes, OFFSET);
        new Quote(last.updates(), last.author(), last.bid() - 1, last.ask(), last.text()).write(bytes, OFFSET);
        System.out.println("half-way");
        while (System.in.read() >= 0) {
            continue;
        }
        System.exit(1);
    }

    private static boolean run(SharedFolder folder) throws IOException, InterruptedException {
        MappedBytes bytes = map(folder);
        try {
            Quote.of(0, ProcessHandle.current().pid(), 100).write(bytes, OFFSET);
            OtherJvm victim = start(folder, 0);
            victim.awaitLine("half-way");
            List<OtherJvm> jvms = new ArrayList<>();
            for (int i = 0; i < JVMS; i++) {
                jvms.add(start(folder, UPDATES));
            }
            victim.kill();
            System.out.println("JVM " + victim.pid() + " has been killed; it had the mutex");
            boolean right = true;
            for (OtherJvm jvm : jvms) {
                right &= jvm.awaitEnd();
            }
            Quote last = Quote.read(bytes, OFFSET);
            System.out.println("the record says: " + last.text());
            right &= last.isWhole() && last.updates() == JVMS * UPDATES;
            System.out.println("chronicle: " + (right ? "ok, no change was lost" : "WRONG"));
            return right;
        } finally {
            bytes.releaseLast();
        }
    }

    private static OtherJvm start(SharedFolder folder, int updates) throws IOException {
        List<String> flags = new ArrayList<>(ChronicleMapper.JVM_FLAGS);
        // Chronicle's libraries log by SLF4J; there is nothing here that it could log to.
        flags.add("-Dslf4j.internal.verbosity=ERROR");
        return OtherJvm.start(flags, ChronicleRecord.class, folder.path().toString(), String.valueOf(updates));
    }
}
