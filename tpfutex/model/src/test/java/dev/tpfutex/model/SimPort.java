package dev.tpfutex.model;

import dev.tpfutex.core.FutexWord;
import dev.tpfutex.core.LifeWatch;
import dev.tpfutex.core.Port;
import dev.tpfutex.core.Task;
import dev.tpfutex.core.TopWord;
import dev.tpfutex.shm.layout.CoordinatorLayout;
import dev.tpfutex.shm.layout.LockLayout;
import dev.tpfutex.shm.layout.SpaceLayout;
import dev.tpfutex.shm.layout.TaskLayout;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/** The port of the deterministic scheduler: memory is an array, each call a point of decision. */
final class SimPort extends Port {

    private final ByteBuffer memory;
    private final World world;
    private final BitSet dead = new BitSet();
    /** Whether somebody writes here who should not; without that, no report is right. */
    boolean damaged;

    SimPort(SpaceLayout layout, World world) {
        super(layout);
        this.memory = ByteBuffer.allocate((int) layout.fileSize());
        this.world = world;
    }

    void markDead(int process) {
        dead.set(process);
    }

    void markAlive(int process) {
        dead.clear(process);
    }

    /** Memory as it is, without a step: for checks. */
    int lookInt(long at) {
        return memory.getInt((int) at);
    }

    long lookLong(long at) {
        return memory.getLong((int) at);
    }

    void pokeInt(long at, int value) {
        memory.putInt((int) at, value);
    }

    void pokeLong(long at, long value) {
        memory.putLong((int) at, value);
    }

    private void pause() {
        if (world.current() != null) {
            Actor.pause();
        }
    }

    private int updateInt(long at, String op, boolean write, int value) {
        int before = memory.getInt((int) at);
        if (write) {
            memory.putInt((int) at, value);
            if (world.current() != null) {
                written();
            }
        }
        if (world.tracing) {
            world.note("%-5s %-22s %08x -> %08x".formatted(op, name(at), before, memory.getInt((int) at)));
        }
        return before;
    }

    private long updateLong(long at, String op, boolean write, long value) {
        long before = memory.getLong((int) at);
        if (write) {
            memory.putLong((int) at, value);
            if (world.current() != null) {
                written();
            }
        }
        if (world.tracing) {
            world.note("%-5s %-22s %016x -> %016x".formatted(op, name(at), before, memory.getLong((int) at)));
        }
        return before;
    }

    private void written() {
        world.current().onWrite.run();
    }

    @Override
    public int getInt(long at) {
        pause();
        return updateInt(at, "load", false, 0);
    }

    @Override
    public void putInt(long at, int value) {
        pause();
        updateInt(at, "store", true, value);
    }

    @Override
    public void putIntOrdered(long at, int value) {
        putInt(at, value);
    }

    @Override
    public int compareAndExchangeInt(long at, int expected, int value) {
        pause();
        return updateInt(at, "cas", memory.getInt((int) at) == expected, value);
    }

    @Override
    public int getAndSetInt(long at, int value) {
        pause();
        return updateInt(at, "xchg", true, value);
    }

    @Override
    public void putIntBeforeLoad(long at, int value) {
        getAndSetInt(at, value);
    }

    @Override
    public void barrierForAll() {
        // This memory has one order.
    }

    @Override
    public int getAndAddInt(long at, int delta) {
        pause();
        return updateInt(at, "add", true, memory.getInt((int) at) + delta);
    }

    @Override
    public long getLong(long at) {
        pause();
        return updateLong(at, "load", false, 0);
    }

    @Override
    public void putLong(long at, long value) {
        pause();
        updateLong(at, "store", true, value);
    }

    @Override
    public void putLongOrdered(long at, long value) {
        putLong(at, value);
    }

    @Override
    public long compareAndExchangeLong(long at, long expected, long value) {
        pause();
        return updateLong(at, "cas", memory.getLong((int) at) == expected, value);
    }

    @Override
    public long getAndSetLong(long at, long value) {
        pause();
        return updateLong(at, "xchg", true, value);
    }

    @Override
    public long getAndBitwiseOrLong(long at, long mask) {
        pause();
        return updateLong(at, "or", true, memory.getLong((int) at) | mask);
    }

    @Override
    public byte[] getBytes(long at, int length) {
        byte[] bytes = new byte[length];
        memory.get((int) at, bytes);
        return bytes;
    }

    @Override
    public void putBytes(long at, byte[] bytes) {
        memory.put((int) at, bytes);
    }

    @Override
    public boolean onVirtualThread() {
        return false;
    }

    @Override
    public void park(Task task, long at, int expected, long nanos, boolean interruptible) {
        sleep(at, expected, nanos, interruptible, List.of());
    }

    @Override
    public void parkWhileAlive(
            Task task, long at, int expected, long nanos, boolean interruptible, LifeWatch owner) {
        sleep(at, expected, nanos, interruptible, owner == null ? List.of() : List.of(owner));
    }

    @Override
    public void awaitWord(long at, int expected, long nanos) {
        sleep(at, expected, nanos, false, List.of());
    }

    @Override
    public void awaitWord(long at, int expected, long nanos, List<LifeWatch> alive) {
        sleep(at, expected, nanos, false, alive);
    }

    private void sleep(long at, int expected, long nanos, boolean interruptible, List<LifeWatch> alive) {
        pause();
        boolean changed = alive.stream().anyMatch(also -> lookInt(also.at()) != also.alive());
        if (lookInt(at) != expected || changed || world.chooser.rarely(30)) {
            note("no sleep on", at, List.of());
            return;
        }
        note("sleeps on", at, alive);
        long until = nanos == Long.MAX_VALUE ? Long.MAX_VALUE : world.now() + nanos;
        world.current().park(at, alive.stream().map(LifeWatch::at).toList(), until, interruptible);
    }

    private void note(String what, long at, List<LifeWatch> alive) {
        if (world.tracing) {
            world.note(what + " " + name(at) + alive.stream().map(also -> " and " + name(also.at())).toList());
        }
    }

    /**
     * The kernel's walk over the robust list of a thread that ends: marks its life word and wakes one sleeper, if there
     * is one; whether there is.
     */
    boolean endThread(long at) {
        int life = lookInt(at);
        if (life == 0) {
            return false;
        }
        pokeInt(at, life & FutexWord.WAITERS | FutexWord.OWNER_DIED);
        Optional<Actor> sleeper = (life & FutexWord.WAITERS) == 0
                ? Optional.empty()
                : world.actors().stream().filter(actor -> actor.isParkedAt(at)).findFirst();
        sleeper.ifPresent(Actor::wake);
        return sleeper.isPresent();
    }

    /** The current actor spends time on something of its own. */
    void nap(long nanos) {
        world.current().park(-1, List.of(), world.now() + nanos, false);
    }

    @Override
    public void wakeWord(long at) {
        pause();
        note("wakes", at, List.of());
        for (Actor actor : world.actors()) {
            if (actor.isParkedAt(at)) {
                actor.wake();
            }
        }
    }

    @Override
    public void wakeVirtual(int slot) {
        // No actor is a virtual thread.
    }

    @Override
    public boolean interrupted() {
        return world.current().interrupted;
    }

    @Override
    public void relax(int units) {
        world.spend(units * 9L);
        world.current().rest();
    }

    @Override
    public void yieldProcessor() {
        world.current().rest();
    }

    @Override
    public long nanoTime() {
        return world.now();
    }

    @Override
    public boolean processDead(int process) {
        pause();
        return dead.get(process);
    }

    @Override
    public boolean claimProcess(int process) {
        return true;
    }

    @Override
    public void unclaimProcess(int process) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean looksRunning(Task asker, int slot) {
        return world.chooser.choose(2) == 0;
    }

    @Override
    public void endLooking(Task asker) {
        // Nothing is kept.
    }

    @Override
    public boolean looksStopped(int slot) {
        pause();
        // A guess: wrong now and then.
        return world.isStopped.test(slot) != world.chooser.rarely(8);
    }

    @Override
    public void suspectCoordinator(int epoch) {
        world.note("suspects the coordinator of epoch " + epoch);
        world.onSuspicion.accept(epoch);
    }

    @Override
    public void corrupt(long at, String what) {
        if (!damaged) {
            throw new Violation("corrupt: " + what);
        }
        world.note("finds damage at " + name(at) + ": " + what);
    }

    private String name(long at) {
        if (at >= layout().tasks()) {
            long in = at - layout().tasks();
            long field = in % TaskLayout.SIZE;
            return "task%d.%s".formatted(in / TaskLayout.SIZE, taskField(field));
        }
        if (at >= layout().processes()) {
            return "process%d".formatted((at - layout().processes()) / 256);
        }
        if (at >= layout().locks() && at < layout().descriptors()) {
            long in = at - layout().locks();
            return "lock%d.%s".formatted(in / LockLayout.SIZE, lockField(in % LockLayout.SIZE));
        }
        if (at >= layout().submissions()) {
            return "submissions";
        }
        long field = at - layout().coordinator();
        return field == CoordinatorLayout.DOORBELL ? "doorbell" : field == 0 ? "serving" : "coordinator+" + field;
    }

    private static String taskField(long field) {
        if (field < TaskLayout.PARK) {
            return "entry" + field / Integer.BYTES;
        }
        return field == TaskLayout.PARK
                ? "park"
                : field == TaskLayout.WAIT
                        ? "wait"
                        : field == TaskLayout.CONTROL ? "control" : field == TaskLayout.LIFE ? "life" : "+" + field;
    }

    private static String lockField(long field) {
        return field == LockLayout.WORD
                ? "word"
                : field == LockLayout.TOP ? "top" : "+" + field;
    }

    /** The two words of a lock, for messages. */
    String describe(int lock) {
        long word = lookLong(layout().lock(lock) + LockLayout.WORD);
        long top = lookLong(layout().lock(lock) + LockLayout.TOP);
        return "word %016x (owner %x), top %016x (waiter %x)"
                .formatted(word, FutexWord.tid(word), top, TopWord.tid(top));
    }
}
