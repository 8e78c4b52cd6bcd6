package dev.tpfutex.core;

import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.core.coordinator.Coordinator;
import dev.tpfutex.core.coordinator.Election;
import dev.tpfutex.core.mapped.MappedPort;
import dev.tpfutex.core.recovery.ProcessRecovery;
import dev.tpfutex.shm.SpaceFile;
import dev.tpfutex.shm.layout.LockLayout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/** The calls on a real mapped file, with threads of this JVM as tasks and a coordinator on a thread of its own. */
final class RealSpace {

    private static final long WATCHDOG_NANOS = 20_000_000_000L;

    private final Path path;
    private final SpaceFile file;
    private final int process;
    private final Coordinator coordinator;
    private final Thread coordinating;
    final MappedPort port;
    final TpFutex futex;

    RealSpace() throws IOException {
        path = Files.createTempDirectory(Path.of("/dev/shm"), "tpfutex-test-").resolve("calls.tpf");
        file = SpaceFile.openOrCreate(path, SpaceOptions.defaults().locks(8).tasks(16).processes(2));
        port = new MappedPort(file, file.segment());
        process = new ProcessTable(port).register(new ProcessIdentity(0, 0, 0, 0, 0, 0, false, new byte[0]));
        futex = new TpFutex(port, new ProcessRecovery(port));
        Election election = new Election(port);
        coordinator = election.takeOver(election.serving(), process);
        coordinating = Thread.ofPlatform().daemon().start(this::coordinate);
    }

    private void coordinate() {
        coordinator.takeOffice();
        for (long rest = coordinator.cycle(); rest != Coordinator.REPLACED; rest = coordinator.cycle()) {
            coordinator.rest(rest);
        }
    }

    Lock lock(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        return new Lock(port.layout(), new NameIndex(port).findOrInsert(bytes, LockLayout.KIND_MUTEX, process));
    }

    /** A task that may use the lock, for the calling thread or one that is yet to start. */
    Task task(Lock lock) {
        Task task = new Task(port, new TaskTable(port).allocate(process, 0, new byte[0]), null);
        task.prepare(lock.index());
        return task;
    }

    int owner(Lock lock) {
        return FutexWord.tid(port.getLong(lock.word()));
    }

    boolean sleeps(Task task) {
        return Parker.isParked(port, task.slot());
    }

    boolean asksForHandOff(Lock lock, Task task) {
        long top = port.getLong(lock.top());
        return TopWord.tid(top) == task.tid() && TopWord.has(top, TopWord.HANDOFF);
    }

    static void await(String what, BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > WATCHDOG_NANOS) {
                throw new AssertionError("not in time: " + what);
            }
            Thread.onSpinWait();
        }
    }

    void close() throws IOException, InterruptedException {
        new Election(port).resign(coordinator.serving());
        Doorbell.ringSurely(port);
        coordinating.join();
        port.virtualThreads().stop();
        file.close();
        Files.delete(path);
        Files.delete(path.getParent());
    }
}
