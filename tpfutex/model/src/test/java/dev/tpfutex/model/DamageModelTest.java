package dev.tpfutex.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.core.Errno;
import dev.tpfutex.core.FutexMutex;
import dev.tpfutex.core.Hold;
import dev.tpfutex.core.Lock;
import dev.tpfutex.core.ServingWord;
import dev.tpfutex.core.Task;
import dev.tpfutex.core.TaskTable;
import dev.tpfutex.core.TpFutex;
import dev.tpfutex.core.recovery.ProcessRecovery;
import dev.tpfutex.shm.layout.LockLayout;
import dev.tpfutex.shm.layout.ProcessLayout;
import dev.tpfutex.shm.layout.SpaceLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * C28 under the scheduler: words are damaged between any two steps. Whatever becomes of exclusion, each operation that
 * has a deadline must end: one that goes round in circles takes too many steps.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class DamageModelTest {

    private static final int SCHEDULES = Integer.getInteger("tpfutex.model.schedules", 10_000) / 2;
    private static final long SEED = Long.getLong("tpfutex.model.seed", 1);

    private static final int CLIENTS = 3;
    private static final int ROUNDS = 4;
    private static final int MOST_DAMAGE = 6;
    private static final long MAX_STEPS = 400_000;
    private static final SpaceLayout LAYOUT = new SpaceLayout(1, CLIENTS + 1, 64);

    @Test
    void everyOperationEnds() {
        long steps = 0;
        for (long seed = SEED; seed < SEED + SCHEDULES; seed++) {
            steps += run(seed, false);
        }
        System.out.printf("damage: %,d schedules, %,d steps%n", SCHEDULES, steps);
        assertThat(steps).isPositive();
    }

    private static long run(long seed, boolean tracing) {
        Scenario scenario = new Scenario(seed, tracing);
        try {
            scenario.world.run(scenario, MAX_STEPS);
            return scenario.world.steps();
        } catch (RuntimeException e) {
            if (!tracing) {
                run(seed, true);
            }
            throw new AssertionError("seed " + seed + "\n" + scenario.world.trace(), e);
        }
    }

    private static final class Scenario implements World.Fate {

        private final World world;
        private final SimPort port;
        private final SplittableRandom random;
        private final Lock lock = new Lock(LAYOUT, 0);
        private final List<Actor> clients = new ArrayList<>();
        private int hosts;
        private int damage;

        Scenario(long seed, boolean tracing) {
            world = new World(Chooser.seeded(seed), LAYOUT, true, tracing);
            port = world.port;
            port.damaged = true;
            random = new SplittableRandom(~seed);
            port.pokeInt(lock.kind(), LockLayout.KIND_MUTEX);
            for (int i = 0; i < CLIENTS; i++) {
                int process = i;
                register(process);
                clients.add(world.spawn("task" + i, i, () -> work(process)));
            }
            elect();
            world.onSuspicion = epoch -> {
                if (ServingWord.epoch(port.lookLong(LAYOUT.coordinator())) == epoch) {
                    elect();
                }
            };
        }

        private void register(int process) {
            port.pokeLong(LAYOUT.process(process) + ProcessLayout.CONTROL, 1L << Integer.SIZE | 1);
        }

        private void elect() {
            int process = CLIENTS + hosts;
            if (process < LAYOUT.maxProcesses()) {
                hosts++;
                register(process);
                new Host(world, process);
            }
        }

        private void work(int process) {
            int tid = new TaskTable(port).allocate(process, 0, new byte[] {'t'});
            if (tid == 0) {
                return;
            }
            FutexMutex mutex = new FutexMutex(port, new TpFutex(port, new ProcessRecovery(port)), lock);
            Task task = new Task(port, tid, null);
            for (int i = 0; i < ROUNDS; i++) {
                Hold hold = mutex.prepare(task);
                int result = mutex.lock(hold, world.now() + world.chooser.choose(4) * 5_000_000L, false);
                if (result >= 0) {
                    mutex.unlock(hold);
                } else if (Errno.ENOTRECOVERABLE.is(result)) {
                    reset(mutex, task);
                }
            }
        }

        private static void reset(FutexMutex mutex, Task task) {
            try {
                mutex.reset(mutex.prepare(task));
            } catch (IllegalMonitorStateException wipedOut) {
                // Out of the word, which it had just got.
            }
        }

        @Override
        public void beforeStep(Actor next) {
            if (damage < MOST_DAMAGE && world.chooser.rarely(120)) {
                damage++;
                damageSomething();
            }
        }

        private void damageSomething() {
            long at = somewhere() & -Long.BYTES;
            long before = port.lookLong(at);
            long after = switch (random.nextInt(6)) {
                case 0 -> random.nextLong();
                case 1 -> 0;
                case 2 -> before ^ 1L << (random.nextBoolean() ? 60 + random.nextInt(4) : random.nextInt(Long.SIZE));
                case 3 -> before + random.nextInt(3) - 1;
                case 4 -> -1;
                default -> port.lookLong(somewhere() & -Long.BYTES);
            };
            port.pokeLong(at, after);
            world.note("DAMAGE at " + at + ": %016x -> %016x".formatted(before, after));
        }

        private long somewhere() {
            return switch (random.nextInt(6)) {
                case 5 -> lock.word();
                case 0 -> LAYOUT.coordinator() + random.nextInt(264);
                case 1 -> LAYOUT.submissions() + random.nextInt(8);
                case 2 -> random.nextInt(3) == 0 ? LAYOUT.lock(0) + random.nextInt(LockLayout.SIZE) : lock.top();
                case 3 -> LAYOUT.process(random.nextInt(CLIENTS + 1)) + random.nextInt(64);
                default -> LAYOUT.task(random.nextInt(CLIENTS)) + random.nextInt(144);
            };
        }

        @Override
        public void allAsleep() {
            // Each sleep has a bound.
        }

        @Override
        public boolean isOver() {
            return clients.stream().allMatch(Actor::isOver);
        }
    }
}
