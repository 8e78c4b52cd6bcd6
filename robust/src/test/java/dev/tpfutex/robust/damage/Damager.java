package dev.tpfutex.robust.damage;

import dev.tpfutex.robust.peer.RawSpace;
import dev.tpfutex.shm.layout.DescriptorLayout;
import dev.tpfutex.shm.layout.LockLayout;
import dev.tpfutex.shm.layout.ProcessLayout;
import dev.tpfutex.shm.layout.SpaceLayout;
import dev.tpfutex.shm.layout.TaskLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Damages a space file by a seed: each part of it, in each of several ways. */
final class Damager {

    /** So many records of each section are in use by the test; damage beyond them would concern nobody. */
    private static final int LOCKS = 12;

    private static final int PROCESSES = 3;
    private static final int TASKS = 10;
    private static final int SECTIONS = 9;
    private static final int WAYS = 9;
    private static final int MOST_BLOCK = 512;
    private static final int[] EDGES = {0, 1, -1, 2, -2, Integer.MAX_VALUE, Integer.MIN_VALUE, 0xffff, 0x10000};

    private final RawSpace space;
    private final SpaceLayout layout;
    private final Random random;

    Damager(RawSpace space, long seed) {
        this.space = space;
        this.layout = space.layout();
        this.random = new Random(seed);
    }

    /** One act of damage; what it has changed, which may be nothing. */
    List<Damage> damage() {
        return act().stream().filter(Damage::changesAnything).toList();
    }

    private List<Damage> act() {
        long at = anywhereInUse() & -Integer.BYTES;
        if (random.nextInt(12) == 0) {
            return damageBlock(at);
        }
        if (random.nextBoolean()) {
            return List.of(Damage.toInt(space, at, (int) value(space.getInt(at), Integer.SIZE)));
        }
        long aligned = at & -Long.BYTES;
        return List.of(Damage.toLong(space, aligned, value(space.getLong(aligned), Long.SIZE)));
    }

    private List<Damage> damageBlock(long at) {
        boolean zeros = random.nextBoolean();
        long end = Math.min(at + random.nextInt(MOST_BLOCK), layout.fileSize() - Long.BYTES);
        List<Damage> done = new ArrayList<>();
        for (long next = at; next < end; next += Integer.BYTES) {
            done.add(Damage.toInt(space, next, zeros ? 0 : random.nextInt()));
        }
        return done;
    }

    private long anywhereInUse() {
        return switch (random.nextInt(SECTIONS)) {
            case 0 -> within(0, 256);
            case 1 -> layout.coordinator() + 64L * random.nextInt(5) + random.nextInt(2) * Integer.BYTES;
            case 2 -> within(layout.submissions(), 16);
            case 3 -> within(layout.locks(), LOCKS * LockLayout.SIZE);
            case 4 -> layout.lock(random.nextInt(LOCKS)) + (random.nextBoolean() ? LockLayout.WORD : LockLayout.TOP);
            case 5 -> within(layout.descriptors(), LOCKS * DescriptorLayout.SIZE);
            case 6 -> nameEntry();
            case 7 -> within(layout.processes(), PROCESSES * ProcessLayout.SIZE);
            default -> layout.task(random.nextInt(TASKS)) + random.nextInt(taskField());
        };
    }

    private int taskField() {
        // The bytes of a name are of little interest.
        return random.nextInt(8) == 0 ? TaskLayout.SIZE : 144;
    }

    private long within(long start, int bytes) {
        return start + random.nextInt(bytes);
    }

    /** One that is in use, as far as some attempts find one. */
    private long nameEntry() {
        long at = layout.names();
        for (int i = 0; i < 50 && space.getLong(at) == 0; i++) {
            at = layout.names() + (long) random.nextInt(layout.nameEntries()) * Long.BYTES;
        }
        return at + random.nextInt(2) * Integer.BYTES;
    }

    private long value(long before, int bits) {
        return switch (random.nextInt(WAYS)) {
            case 0 -> random.nextLong();
            case 1 -> 0;
            case 2 -> -1;
            case 3, 4 -> before ^ 1L << random.nextInt(bits);
            case 5 -> before + (random.nextBoolean() ? 1 : -1);
            case 6 -> EDGES[random.nextInt(EDGES.length)];
            // Valid elsewhere.
            case 7 -> space.getLong(anywhereInUse() & -Long.BYTES);
            default -> limit() + random.nextInt(3) - 1;
        };
    }

    private int limit() {
        return switch (random.nextInt(3)) {
            case 0 -> layout.maxLocks();
            case 1 -> layout.maxTasks();
            default -> layout.maxProcesses();
        };
    }
}
