package dev.tpfutex.shm;

import dev.tpfutex.api.SpaceOpenException;
import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.shm.layout.SpaceLayout;
import dev.tpfutex.shm.linux.Errno;
import dev.tpfutex.shm.linux.Futex;
import dev.tpfutex.shm.linux.OfdLock;
import dev.tpfutex.shm.linux.ProcFs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** What the tests let other JVMs do: the first argument says which, the second is the file. */
final class Child {

    /** A word that these tests may use: the second line of the coordinator block. */
    static final long TEST_WORD = 4096 + 1024;

    static final SpaceOptions SMALL = SpaceOptions.defaults().locks(8).tasks(8).processes(4);

    private Child() {}

    public static void main(String[] args) throws Exception {
        Path path = Path.of(args[1]);
        switch (args[0]) {
            case "open" -> open(path, args.length > 2 ? args[2] : "rw-------", args.length > 3 ? args[3] : null);
            case "race" -> race(path, Integer.parseInt(args[2]));
            case "brink" -> stopBeforePublishing(path, Boolean.parseBoolean(args[2]));
            case "sleep" -> sleepOnWord(path);
            case "hold" -> holdByte(path, Long.parseLong(args[2]));
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    /** Says "ok" and whether it created the file, or the reason and the message of the failure. */
    private static void open(Path path, String permissions, String group) {
        SpaceOptions options = SMALL.permissions(PosixFilePermissions.fromString(permissions));
        try (SpaceFile file = SpaceFile.openOrCreate(path, group == null ? options : options.group(group))) {
            say("ok " + file.created());
        } catch (SpaceOpenException failed) {
            say(failed.reason() + " " + failed.getMessage());
        }
    }

    /** Opens from many threads at a signal; says how many of them created it, and its uuid. */
    private static void race(Path path, int threads) throws Exception {
        ProcFs.bootId();
        say("ready");
        int go = System.in.read();
        int created = 0;
        String uuid = "";
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            List<Future<SpaceFile>> files = new ArrayList<>();
            for (int i = 0; i < threads && go > 0; i++) {
                files.add(pool.submit(() -> SpaceFile.openOrCreate(path, SMALL)));
            }
            for (Future<SpaceFile> future : files) {
                try (SpaceFile file = future.get()) {
                    created += file.created() ? 1 : 0;
                    uuid = file.uuid().toString();
                }
            }
        }
        say(created + " " + uuid);
    }

    private static void stopBeforePublishing(Path path, boolean unnamed) {
        SpaceHeader header =
                new SpaceHeader(new SpaceLayout(8, 8, 4), ProcFs.randomUuid(), ProcFs.bootId(), false);
        new SpaceCreator(path, header, SMALL) {

            @Override
            int openUnnamed() {
                return unnamed ? super.openUnnamed() : -Errno.EOPNOTSUPP;
            }

            @Override
            boolean publish() {
                say("brink");
                blockForever();
                return super.publish();
            }
        }.create();
    }

    private static void sleepOnWord(Path path) {
        try (SpaceFile file = SpaceFile.openOrCreate(path, SMALL)) {
            int before = file.segment().get(ValueLayout.JAVA_INT, TEST_WORD);
            say("sleeping");
            Futex.await(file.address() + TEST_WORD, before, Futex.FOREVER);
            say("woken");
        }
    }

    private static void holdByte(Path path, long offset) {
        try (SpaceFile file = SpaceFile.openOrCreate(path, SMALL)) {
            say("locked " + OfdLock.tryLock(file.fd(), offset));
            blockForever();
        }
    }

    private static void blockForever() {
        try {
            while (System.in.read() >= 0) {
                // Only the end of the parent ends this.
            }
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
