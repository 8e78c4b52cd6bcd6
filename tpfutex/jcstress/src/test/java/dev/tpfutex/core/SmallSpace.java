package dev.tpfutex.core;

import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.core.coordinator.Coordinator;
import dev.tpfutex.core.coordinator.Election;
import dev.tpfutex.core.mapped.MappedPort;
import dev.tpfutex.shm.SpaceFile;
import dev.tpfutex.shm.layout.CoordinatorLayout;
import dev.tpfutex.shm.layout.LockLayout;
import dev.tpfutex.shm.layout.SpaceLayout;
import dev.tpfutex.shm.layout.TaskLayout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A space of its own for one try of a test: the memory of a few locks and tasks, with a production port on it. A test
 * is tried millions of times, so spaces are used again: a state takes one as it is made, its arbiter gives it back.
 */
final class SmallSpace {

    static final int LOCKS = 20;
    static final int TASKS = 3;

    /** Not the first: a reader that comes too early finds index 0. */
    private static final int LOCK = 1;

    private static final int CACHE_LINE = 64;
    private static final Queue<SmallSpace> unused = new ConcurrentLinkedQueue<>();
    /** Gives limits and a descriptor to the ports; the memory of the spaces is their own. */
    private static final SpaceFile file =
            open(SpaceOptions.defaults().locks(LOCKS).tasks(TASKS).processes(1));

    private static final int STAGGERS = 8;

    private final MemorySegment memory;
    private final MemorySegment[] used;
    private int stagger;
    private final SpaceLayout layout = file.layout();
    final MappedPort port;

    private SmallSpace() {
        // An odd number of lines apart, or the same words of all spaces would share a few lines of each cache.
        memory = Arena.global().allocate(layout.fileSize() + 3 * CACHE_LINE, CACHE_LINE).asSlice(0, layout.fileSize());
        used = new MemorySegment[] {
            memory.asSlice(layout.coordinator(), CoordinatorLayout.TASK_HIGH + Integer.BYTES),
            memory.asSlice(layout.submissions(), (long) layout.submissionWords() * Long.BYTES),
            memory.asSlice(layout.locks(), (long) LOCKS * LockLayout.SIZE),
            memory.asSlice(layout.tasks(), (long) TASKS * TaskLayout.SIZE)};
        port = new MappedPort(file, memory);
    }

    /** Opens a new space file, which goes with this process. */
    static SpaceFile open(SpaceOptions options) {
        try {
            Path folder = Files.createTempDirectory(Path.of("/dev/shm"), "tpfutex-jcstress-");
            Path path = folder.resolve("space.tpf");
            SpaceFile opened = SpaceFile.openOrCreate(path, options);
            Files.delete(path);
            Files.delete(folder);
            return opened;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** A space in which nothing has happened but that the tasks were issued. */
    static SmallSpace take() {
        SmallSpace space = unused.poll();
        if (space == null) {
            space = new SmallSpace();
        }
        space.reset();
        return space;
    }

    /** The try is over. */
    void giveBack() {
        unused.add(this);
    }

    private void reset() {
        for (MemorySegment part : used) {
            part.fill((byte) 0);
        }
        for (int lock = 0; lock < LOCKS; lock++) {
            port.putIntOrdered(layout.lock(lock) + LockLayout.KIND, LockLayout.KIND_MUTEX);
        }
        for (int slot = 0; slot < TASKS; slot++) {
            issue(port, slot);
        }
        port.putIntOrdered(layout.coordinator() + CoordinatorLayout.TASK_HIGH, TASKS);
    }

    /** Has a slot say that it is a task's. */
    static void issue(Port port, int slot) {
        long control = TaskControl.of(TaskControl.USED, 0, generation());
        port.putLongOrdered(port.layout().task(slot) + TaskLayout.CONTROL, control);
    }

    private static int generation() {
        return 1;
    }

    /** The actor with the shorter way waits a little, each time for another while: so they meet at some step. */
    void stagger() {
        stagger = (stagger + 1) % STAGGERS;
        for (int i = 0; i < stagger; i++) {
            Thread.onSpinWait();
        }
    }

    MemorySegment memory() {
        return memory;
    }

    Lock lock() {
        return lock(LOCK);
    }

    Lock lock(int index) {
        return new Lock(layout, index);
    }

    /** The task of a slot, as its thread would have it. */
    static Task task(Port port, int slot) {
        return new Task(port, Tid.of(slot, generation()), null);
    }

    /** A coordinator of this space, in office. */
    static Coordinator coordinator(Port port) {
        Election election = new Election(port);
        Coordinator coordinator = election.takeOver(election.serving(), 0);
        coordinator.takeOffice();
        return coordinator;
    }
}
