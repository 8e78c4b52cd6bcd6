package dev.tpfutex.robust.peer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A path for a space of the test's own in shared memory, and the scripted JVMs that have it open. Afterwards they
 * are ended and the files deleted; if the test has failed, what all were doing is printed first.
 */
public final class TestSpace implements BeforeEachCallback, AfterEachCallback {

    private final List<AutoCloseable> resources = new ArrayList<>();
    private final List<PeerJvm> peers = new ArrayList<>();
    private Path directory;
    private SpaceProbe probe;

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        directory = Files.createTempDirectory(Path.of("/dev/shm"), "tpfutex-test-");
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        try {
            if (context.getExecutionException().isPresent()) {
                dump(context.getDisplayName());
            }
        } finally {
            peers.forEach(PeerJvm::close);
            for (AutoCloseable resource : resources.reversed()) {
                resource.close();
            }
            delete();
        }
    }

    /** The space file; not there yet until somebody opens it. */
    public Path path() {
        return directory.resolve("orders.tpf");
    }

    /** A file beside the space. */
    public Path sibling(String name) {
        return directory.resolve(name);
    }

    /** A scripted JVM that has the space open. */
    public PeerJvm peer(String... jvmOptions) {
        PeerJvm peer = unopenedPeer(jvmOptions);
        peer.begin(Peer.MAIN, "open " + path()).is("ok");
        return peer;
    }

    /** A scripted JVM that opens the space with settings, see {@link PeerSpace}. */
    public PeerJvm peerWith(String settings, String... jvmOptions) {
        PeerJvm peer = unopenedPeer(jvmOptions);
        peer.begin(Peer.MAIN, "open " + path() + " " + settings).is("ok");
        return peer;
    }

    /** Several of them, started together. */
    public List<PeerJvm> peers(int count) {
        List<PeerJvm> started = Stream.generate(this::unopenedPeer).limit(count).toList();
        started.stream().map(peer -> peer.begin(Peer.MAIN, "open " + path())).toList().forEach(a -> a.is("ok"));
        return started;
    }

    /** A scripted JVM that has yet to be told to open a space. */
    public PeerJvm unopenedPeer(String... jvmOptions) {
        PeerJvm peer = PeerJvm.start(jvmOptions);
        peers.add(peer);
        return peer;
    }

    /** A scripted JVM with traps at its port calls; it has yet to be told to open the space. */
    public PeerJvm victim(String... jvmOptions) {
        PeerJvm peer = PeerJvm.startHooked(jvmOptions);
        peers.add(peer);
        return peer;
    }

    /** A daemon that serves the space and has traps at its port calls; it may be dead before it is up. */
    public PeerJvm daemonVictim(String... jvmOptions) {
        PeerJvm daemon = PeerJvm.start(DaemonJvm.hooked(sibling("tpfutexd.sock"), path(), jvmOptions));
        peers.add(daemon);
        return daemon;
    }

    /** Ends one of them that a long test needs no more. */
    public void dismiss(PeerJvm peer) {
        peer.close();
        peers.remove(peer);
    }

    /** To be closed after the test, last come first. */
    public <T extends AutoCloseable> T closeLater(T resource) {
        resources.add(resource);
        return resource;
    }

    /** Looks into the space, which must exist by now. */
    public SpaceProbe probe() {
        if (probe == null) {
            probe = closeLater(new SpaceProbe(path()));
        }
        return probe;
    }

    private void dump(String test) {
        System.out.println("==== " + test + " has failed; the space:");
        if (Files.exists(path())) {
            System.out.println(probe().dump());
        }
        for (PeerJvm peer : peers) {
            System.out.println("==== " + peer + (peer.isAlive() ? ":" : ", ended:"));
            System.out.println(peer.threadDump());
        }
    }

    private void delete() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
