package dev.tpfutex.model;

import dev.tpfutex.core.Errno;
import dev.tpfutex.core.FutexMutex;
import dev.tpfutex.core.FutexWord;
import dev.tpfutex.core.Hold;
import dev.tpfutex.core.Lock;
import dev.tpfutex.core.ProcessControl;
import dev.tpfutex.core.Status;
import dev.tpfutex.core.Task;
import dev.tpfutex.core.TaskTable;
import dev.tpfutex.core.TopWord;
import dev.tpfutex.core.TpFutex;
import dev.tpfutex.core.WaitWord;
import dev.tpfutex.core.coordinator.Coordinator;
import dev.tpfutex.core.coordinator.Election;
import dev.tpfutex.core.recovery.ProcessRecovery;
import dev.tpfutex.shm.layout.LockLayout;
import dev.tpfutex.shm.layout.ProcessLayout;
import dev.tpfutex.shm.layout.SpaceLayout;
import dev.tpfutex.shm.layout.TaskLayout;
import java.util.ArrayList;
import java.util.List;

/** Clients that lock and unlock one mutex, coordinators that come and go, and the properties that must hold. */
final class MutexScenario implements World.Fate {

    private static final int PROCESSES = 16;
    private static final long MAX_STEPS = 400_000;

    /** A stopped host or ringer may hold up those who run, but not for a second. */
    private static final long FREE_NANOS = 900_000_000;

    private static final long STOP_NANOS = 3_000_000_000L;

    private final Plan plan;
    private final World world;
    private final SimPort port;
    private final Lock lock;
    private final List<Client> clients = new ArrayList<>();
    private final List<Host> hosts = new ArrayList<>();
    private final Ledger ledger = new Ledger();
    private int deaths;
    private int coordinatorDeaths;
    private int usurpers;
    private int stops;
    private long lastProgress;
    private long lastPassages;

    private MutexScenario(Plan plan, Chooser chooser, boolean tracing) {
        this.plan = plan;
        SpaceLayout layout = new SpaceLayout(1, plan.tasks() + 1, PROCESSES);
        this.world = new World(chooser, layout, true, tracing);
        this.port = world.port;
        this.lock = new Lock(layout, 0);
        this.world.onSuspicion = this::replaceSilent;
    }

    /** Runs one schedule; how many steps it took. */
    static long run(Plan plan, long seed) {
        MutexScenario scenario = new MutexScenario(plan, Chooser.seeded(seed), false);
        try {
            scenario.play();
            return scenario.world.steps();
        } catch (RuntimeException e) {
            throw replay(plan, seed, e);
        }
    }

    /** Steps of a client in the schedule of a seed. */
    static int stepsOf(Plan plan, long seed, int client) {
        MutexScenario scenario = new MutexScenario(plan, Chooser.seeded(seed), false);
        scenario.play();
        return scenario.clients.get(client).steps;
    }

    private static AssertionError replay(Plan plan, long seed, RuntimeException cause) {
        MutexScenario scenario = new MutexScenario(plan, Chooser.seeded(seed), true);
        try {
            scenario.play();
        } catch (RuntimeException e) {
            // The same again, with a trace.
        }
        String message = "%s%nplan %s%nseed %d%n%s%n%s"
                .formatted(cause, plan, seed, scenario.world.trace(), scenario.port.describe(0));
        return new AssertionError(message, cause);
    }

    private void play() {
        port.pokeInt(lock.kind(), LockLayout.KIND_MUTEX);
        for (int i = 0; i < plan.tasks(); i++) {
            register(i);
            clients.add(new Client(i));
        }
        elect();
        world.run(this, MAX_STEPS);
        long word = port.lookLong(lock.word());
        int residual = FutexWord.seedWord(word) & ~(FutexWord.OWNER_DIED | FutexWord.WAITERS);
        if (residual != 0) {
            throw new Violation("P6: residual " + port.describe(0));
        }
        if (FutexWord.ownerDied(word) != (ledger.torn || ledger.lost)) {
            throw new Violation("P14: torn=" + ledger.torn + " lost=" + ledger.lost + " but " + port.describe(0));
        }
        if (TopWord.tid(port.lookLong(lock.top())) != 0) {
            throw new Violation("P6: residual role, " + port.describe(0));
        }
    }

    private void register(int process) {
        port.pokeLong(port.layout().process(process) + ProcessLayout.CONTROL, 1L << Integer.SIZE | 1);
    }

    // ---- fate ----------------------------------------------------------------------------------

    @Override
    public boolean isOver() {
        return clients.stream().allMatch(Client::isSettled);
    }

    @Override
    public void beforeStep(Actor next) {
        checkProgress();
        for (Client client : clients) {
            if (client.actor == next) {
                client.steps++;
                if (plan.victim() == client.index && client.steps == plan.victimStep()) {
                    client.die();
                } else if (deaths < plan.deaths() && world.chooser.rarely(200)) {
                    deaths++;
                    client.die();
                } else if (stops < plan.stops() && !client.owns() && world.chooser.rarely(50)) {
                    stops++;
                    next.stoppedUntil = world.now() + STOP_NANOS;
                } else if (plan.interrupts() && world.chooser.rarely(100)) {
                    next.interrupt();
                }
                return;
            }
        }
        if (coordinatorDeaths < plan.coordinatorDeaths() && next == hosts.getLast().actor
                && world.chooser.rarely(100)) {
            coordinatorDeaths++;
            hosts.getLast().die();
            elect();
        } else if (usurpers < plan.usurpers() && world.chooser.rarely(200)) {
            usurpers++;
            elect();
        }
    }

    /** Nobody runs and no time has passed: whoever waits must wait for something. */
    @Override
    public void allAsleep() {
        boolean free = FutexWord.tid(port.lookLong(lock.word())) == 0;
        int top = TopWord.tid(port.lookLong(lock.top()));
        boolean stopped = clients.stream().anyMatch(Client::isStopped);
        boolean lives = clients.stream().anyMatch(client -> client.lives(top));
        boolean cleanUpDue = clients.stream().anyMatch(client -> client.actor.isDead() && !client.isSettled());
        Actor coordinator = hosts.getLast().actor;
        boolean resting = coordinator.isParked() && coordinator.wakeTime() - world.now() > 1_000_000;
        if (free && lives && !stopped && (resting || !cleanUpDue)) {
            throw new Violation("P8: free lock, sleeping top waiter: " + port.describe(0));
        }
        checkProgress();
        boolean queued = clients.stream().anyMatch(Client::isQueued) || top != 0 && !lives;
        if (plan.coordinatorIsSteady() && !lives && !stopped && queued && resting) {
            throw new Violation("P9: free role, sleeping queue and coordinator: " + port.describe(0));
        }
    }

    private void checkProgress() {
        long word = port.lookLong(lock.word());
        boolean waiting = clients.stream().anyMatch(client -> client.isQueued() && !client.isStopped());
        if (FutexWord.tid(word) != 0 || !waiting || word != lastPassages || !plan.coordinatorIsSteady()) {
            lastPassages = word;
            lastProgress = world.now();
        } else if (world.now() - lastProgress > FREE_NANOS) {
            throw new Violation("P11: nobody takes a free lock: " + port.describe(0));
        }
    }

    private void elect() {
        int process = plan.tasks() + hosts.size();
        if (process >= PROCESSES) {
            return;
        }
        register(process);
        hosts.add(new Host(process));
    }

    private void replaceSilent(int epoch) {
        long serving = port.lookLong(port.layout().coordinator());
        if (Election.epoch(serving) == epoch) {
            elect();
        }
    }

    /** What the schedule has done so far, to compare with what the protocol says. */
    private static final class Ledger {
        Client inside;
        long lastToken;
        /** An owner died in its critical section, and nobody has repaired since. */
        boolean torn;
        /** Not recoverable. */
        boolean lost;
    }

    /** A process that coordinates. */
    private final class Host {
        final Actor actor;
        private final int process;
        private Coordinator coordinator;

        Host(int process) {
            this.process = process;
            this.actor = world.spawn("coord" + process, process, this::serve);
        }

        private void serve() {
            Election election = new Election(port);
            do {
                coordinator = election.takeOver(election.serving(), process);
            } while (coordinator == null);
            coordinator.takeOffice();
            long nanos = coordinator.cycle();
            while (nanos != Coordinator.REPLACED) {
                coordinator.rest(nanos);
                nanos = coordinator.cycle();
            }
            world.note("stands down");
        }

        void die() {
            world.note("dies");
            actor.kill();
            port.markDead(process);
        }

        /** The host's watcher thread hears of a death. */
        void hear(int dead) {
            if (actor.isOver()) {
                return;
            }
            world.spawn("watch" + dead, process, () -> {
                if (coordinator != null) {
                    coordinator.noticeDeath(dead);
                }
            });
        }
    }

    /** A process that locks. */
    private final class Client {
        final int index;
        final Actor actor;
        int steps;
        private final TaskTable tasks = new TaskTable(port);
        private final FutexMutex mutex =
                new FutexMutex(port, new TpFutex(port, new ProcessRecovery(port)), lock);
        private Task task;
        private Hold hold;

        Client(int index) {
            this.index = index;
            this.actor = world.spawn("task" + index, index, this::work);
            this.actor.onWrite = this::wrote;
        }

        private void work() {
            task = new Task(port, tasks.allocate(index, 0, new byte[0]), null);
            for (int i = 0; i < plan.rounds(); i++) {
                round();
            }
            tasks.free(task);
        }

        private void round() {
            long deadline = Long.MAX_VALUE;
            if (plan.timeouts() && world.chooser.choose(2) == 0) {
                deadline = world.now() + world.chooser.choose(4) * 5_000_000L;
            }
            boolean interruptible = plan.interrupts() && world.chooser.choose(2) == 0;
            hold = mutex.prepare(task);
            int result = mutex.lock(hold, deadline, interruptible);
            if (result >= 0) {
                criticalSection(result);
            } else {
                checkError(result, deadline, interruptible);
            }
            actor.interrupted = false;
        }

        private void criticalSection(int status) {
            if (ledger.inside != this) {
                throw new Violation("P1: " + actor + " returns, inside is " + ledger.inside);
            }
            if (ledger.lost || Status.ownerDied(status) != ledger.torn) {
                throw new Violation("P14: told " + Status.ownerDied(status) + ", torn=" + ledger.torn + " lost="
                        + ledger.lost);
            }
            long token = mutex.fencingToken();
            if (token <= ledger.lastToken) {
                throw new Violation("P3: token " + token + " after " + ledger.lastToken);
            }
            ledger.lastToken = token;
            boolean repaired = !Status.ownerDied(status) || world.chooser.choose(8) != 0;
            if (Status.ownerDied(status) && repaired) {
                mutex.markConsistent(hold);
                if (FutexWord.ownerDied(port.lookLong(lock.word()))) {
                    throw new Violation("P14: still marked after the repair");
                }
            }
            if (world.chooser.choose(4) == 0) {
                port.nap(30_000_000);
            }
            leave(repaired);
        }

        private void leave(boolean repaired) {
            boolean keepMark = !repaired && world.chooser.choose(2) == 0;
            int result = keepMark ? mutex.unlockUnrepaired(hold) : mutex.unlock(hold);
            if (result < 0) {
                throw new Violation("P4: owner's unlock returned " + result);
            }
        }

        private void noticeEntry(long word) {
            if (task == null || FutexWord.tid(word) != task.tid() || !FutexWord.isInside(word)) {
                return;
            }
            if (ledger.inside != null) {
                throw new Violation("P1: " + actor + " enters, " + ledger.inside.actor + " is inside");
            }
            ledger.inside = this;
        }

        /** A write of this client has been done: what it means for the ledger. */
        private void wrote() {
            long word = port.lookLong(lock.word());
            if (ledger.inside != this) {
                noticeEntry(word);
                return;
            }
            if (FutexWord.tid(word) != task.tid()) {
                ledger.inside = null;
            } else if (port.lookInt(lock.consistency()) == LockLayout.NOT_RECOVERABLE) {
                ledger.lost = true;
                ledger.torn = false;
            } else if (!FutexWord.ownerDied(word)) {
                ledger.torn = false;
            }
        }

        private void checkError(int result, long deadline, boolean interruptible) {
            if (FutexWord.tid(port.lookLong(lock.word())) == task.tid()) {
                throw new Violation("P5: error " + result + " but " + port.describe(0));
            }
            boolean right = Errno.ETIMEDOUT.is(result) && world.now() >= deadline
                    || Errno.EINTR.is(result) && interruptible && actor.interrupted
                    || Errno.ENOTRECOVERABLE.is(result) && ledger.lost;
            if (!right) {
                throw new Violation("P12: error " + result + " without a reason");
            }
        }

        void die() {
            world.note("task" + index + " dies");
            if (ledger.inside == this) {
                ledger.inside = null;
                ledger.torn = !ledger.lost;
            }
            actor.kill();
            port.markDead(index);
            hosts.forEach(host -> host.hear(index));
        }

        boolean lives(int tid) {
            return task != null && task.tid() == tid && !actor.isOver() && !isStopped();
        }

        boolean owns() {
            return task != null && FutexWord.tid(port.lookLong(lock.word())) == task.tid();
        }

        boolean isStopped() {
            return actor.stoppedUntil > world.now();
        }

        boolean isQueued() {
            return task != null
                    && actor.isParked()
                    && WaitWord.state(port.lookLong(task.base() + TaskLayout.WAIT)) == WaitWord.QUEUED;
        }

        /** Has ended, and been cleaned up after if it was killed. */
        boolean isSettled() {
            long control = port.lookLong(port.layout().process(index) + ProcessLayout.CONTROL);
            return actor.isOver() && (!actor.isDead() || !ProcessControl.isInUse(control));
        }
    }
}
