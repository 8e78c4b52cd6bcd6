package dev.tpfutex.robust.attendant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.core.ProcessIdentity;
import dev.tpfutex.core.ProcessTable;
import dev.tpfutex.core.coordinator.Coordinator;
import dev.tpfutex.core.coordinator.Election;
import dev.tpfutex.core.mapped.MappedPort;
import dev.tpfutex.robust.observe.Observers;
import dev.tpfutex.shm.SpaceFile;
import dev.tpfutex.shm.linux.ProcFs;
import dev.tpfutex.shm.linux.Threads;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The thread that coordinates, as its attendant sees it. */
@Timeout(60)
class CoordinatorHostTest {

    @TempDir
    Path directory;

    private SpaceFile file;
    private MappedPort port;
    private Election election;
    private Coordinator coordinator;
    private Observers observers;

    @BeforeEach
    void takeOffice() {
        file = SpaceFile.openOrCreate(directory.resolve("orders.tpf"), SpaceOptions.defaults());
        port = new MappedPort(file, file.segment());
        observers = new Observers(file.path(), port);
        election = new Election(port);
        int pid = Threads.getpid();
        int process = new ProcessTable(port).register(new ProcessIdentity(
                pid, 0, ProcFs.startTime(pid), ProcFs.bootId().getMostSignificantBits(),
                ProcFs.bootId().getLeastSignificantBits(), ProcFs.pidNamespace(), true, new byte[0]));
        coordinator = election.takeOver(election.serving(), process);
    }

    @AfterEach
    void close() {
        file.close();
    }

    @Test
    @DisplayName("Who is told of the end of a term finds it over: a daemon's attendant does not look again by itself")
    void theEndIsVisibleWhenItIsTold() {
        List<Boolean> seen = new CopyOnWriteArrayList<>();
        CompletableFuture<CoordinatorHost> host = new CompletableFuture<>();
        host.complete(new CoordinatorHost(port, coordinator, observers, () -> seen.add(host.join().isOver())));
        host.join().start();
        election.resign(coordinator.serving());
        host.join().stop();
        assertThat(seen).isNotEmpty().last().isEqualTo(true);
    }

    @Test
    @DisplayName("A sign is given while it sleeps, and at once when the term is over")
    void signsAreGiven() throws Exception {
        CoordinatorHost host = new CoordinatorHost(port, coordinator, observers, () -> {});
        host.start();
        for (int i = 0; i < 1_000; i++) {
            CompletableFuture<Void> sign = new CompletableFuture<>();
            host.awaitSign(() -> sign.complete(null));
            sign.get(30, TimeUnit.SECONDS);
        }
        election.resign(coordinator.serving());
        host.stop();
        CompletableFuture<Void> late = new CompletableFuture<>();
        host.awaitSign(() -> late.complete(null));
        assertThat(late).isDone();
    }
}
