package dev.tpfutex.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** JVMs that take part in one measurement, each with a {@link PeerMain}, and a folder in memory that they share. */
public final class Peers implements AutoCloseable {

    private final List<PeerJvm> jvms = new ArrayList<>();
    private final Path folder;
    /** If this JVM is told to end in the midst of it; the others do with their input. */
    private final Thread interrupted = new Thread(this::deleteFolder);

    /**
     * None as yet.
     *
     * @throws IOException if there is no folder
     */
    public Peers() throws IOException {
        folder = Files.createTempDirectory(Path.of("/dev/shm"), "tpfutex-bench-");
        Runtime.getRuntime().addShutdownHook(interrupted);
    }

    /**
     * The folder, which goes with the JVMs.
     *
     * @return empty at first
     */
    public Path folder() {
        return folder;
    }

    /**
     * Starts one more.
     *
     * @param options of the JVM
     * @param main its main class, whose arguments are the number of the JVM, the folder, and
     * @param more these
     * @throws IOException if there is no process
     */
    public void start(List<String> options, Class<?> main, String... more) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(main.getName(), Integer.toString(jvms.size()),
                folder.toString()));
        arguments.addAll(List.of(more));
        jvms.add(PeerJvm.start(options, arguments.toArray(new String[0])));
    }

    /**
     * Has all do something.
     *
     * @param order verb, and with what
     */
    public void begin(String order) {
        jvms.forEach(jvm -> jvm.begin(PeerMain.NAME, order));
    }

    /**
     * What all of them answer.
     *
     * @param seconds how long to wait for each at most
     * @return the answers, in the order in which the JVMs were started
     * @throws InterruptedException if interrupted
     */
    public List<long[]> await(long seconds) throws InterruptedException {
        List<long[]> answers = new ArrayList<>();
        for (PeerJvm jvm : jvms) {
            answers.add(jvm.await(PeerMain.NAME, seconds));
        }
        return answers;
    }

    /**
     * Has all do something at the same time.
     *
     * @param order verb, and with what
     * @return the answers, in the order in which the JVMs were started
     * @throws InterruptedException if interrupted
     */
    public List<long[]> tell(String order) throws InterruptedException {
        begin(order);
        return await(PeerJvm.PATIENCE_SECONDS);
    }

    /**
     * Has one of them do something.
     *
     * @param which its number
     * @param order verb, and with what
     * @return its answer
     * @throws InterruptedException if interrupted
     */
    public long[] tell(int which, String order) throws InterruptedException {
        jvms.get(which).begin(PeerMain.NAME, order);
        return jvms.get(which).await(PeerMain.NAME);
    }

    /**
     * Has the first do something, then all others at the same time: some files are made by whoever comes first.
     *
     * @param order verb, and with what
     * @throws InterruptedException if interrupted
     */
    public void tellFirstAndThenOthers(String order) throws InterruptedException {
        tell(0, order);
        for (PeerJvm jvm : jvms.subList(1, jvms.size())) {
            jvm.begin(PeerMain.NAME, order);
        }
        for (PeerJvm jvm : jvms.subList(1, jvms.size())) {
            jvm.await(PeerMain.NAME);
        }
    }

    @Override
    public void close() {
        jvms.forEach(PeerJvm::close);
        deleteFolder();
        try {
            Runtime.getRuntime().removeShutdownHook(interrupted);
        } catch (IllegalStateException atTheEnd) {
            // It runs already.
        }
    }

    private void deleteFolder() {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException failure) {
            System.err.println("left behind: " + folder + " (" + failure + ')');
        }
    }
}
