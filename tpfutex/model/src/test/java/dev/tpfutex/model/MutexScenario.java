package dev.tpfutex.model;

import dev.tpfutex.core.FutexWord;
import dev.tpfutex.core.Lock;
import dev.tpfutex.core.ServingWord;
import dev.tpfutex.core.TopWord;
import dev.tpfutex.shm.layout.LockLayout;
import dev.tpfutex.shm.layout.ProcessLayout;
import dev.tpfutex.shm.layout.SpaceLayout;
import java.util.ArrayList;
import java.util.List;

/** Clients that lock and unlock one mutex or reader-writer lock, coordinators that come and go, and the properties that must hold. */
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
    private int replacedEpoch;
    private long lastProgress;
    private boolean wasWaiting;
    private long lastPassages;

    private MutexScenario(Plan plan, Chooser chooser, boolean tracing) {
        this.plan = plan;
        SpaceLayout layout = new SpaceLayout(1, plan.tasks() + 1, PROCESSES);
        this.world = new World(chooser, layout, true, tracing);
        this.port = world.port;
        this.lock = new Lock(layout, 0);
        this.world.isStopped =
                slot -> clients.stream().anyMatch(client -> client.uses(slot) && client.isStopped());
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
        boolean mutex = plan.readPercent() < 0;
        port.pokeInt(lock.kind(), mutex ? LockLayout.KIND_MUTEX : LockLayout.KIND_RWLOCK);
        port.pokeInt(lock.at(LockLayout.ATTRIBUTES), plan.attributes());
        for (int i = 0; i < plan.tasks(); i++) {
            register(i);
            Client client = mutex
                    ? new Client(world, plan, ledger, lock, i)
                    : new RwClient(world, plan, ledger, lock, i);
            client.onDeath = dead -> hosts.forEach(host -> host.hear(dead));
            clients.add(client);
        }
        elect();
        world.run(this, MAX_STEPS);
        long word = port.lookLong(lock.word());
        int residual = FutexWord.seedWord(word) & ~(FutexWord.OWNER_DIED | FutexWord.WAITERS);
        // At rest readers may be told to leave the word alone; and a coordinator may be at work that is late.
        boolean atRest = residual == (FutexWord.SHARED | FutexWord.BIASED)
                || residual == (FutexWord.SHARED | FutexWord.RECOUNT);
        if (residual != 0 && !atRest) {
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
        for (Client client : clients) {
            if (!client.isSettled()) {
                return false;
            }
        }
        return true;
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
            killCoordinator();
        } else if (usurpers < plan.usurpers() && world.chooser.rarely(200)) {
            usurpers++;
            elect();
        }
    }

    /** Nobody runs and no time has passed: whoever waits must wait for something. */
    @Override
    public void allAsleep() {
        boolean free = FutexWord.isFree(port.lookLong(lock.word()));
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
        // One that is told may be killed or stopped before it passes that on; then the others find out later.
        boolean lossless = plan.deaths() == 0 && plan.stops() == 0 && plan.victim() < 0;
        if (lossless && hosts.getLast().isToldDead() && isAnyWaiting()) {
            throw new Violation("P16: the coordinator's thread has ended, and the queue sleeps: " + port.describe(0));
        }
    }

    private boolean isAnyWaiting() {
        for (Client client : clients) {
            if (client.isQueued() && !client.isStopped()) {
                return true;
            }
        }
        return false;
    }

    private void checkProgress() {
        long word = port.lookLong(lock.word());
        boolean waiting = isAnyWaiting();
        boolean begins = waiting && !wasWaiting;
        wasWaiting = waiting;
        if (!FutexWord.isFree(word) || !waiting || begins || word != lastPassages || !plan.coordinatorIsSteady()) {
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
        hosts.add(new Host(world, process));
    }

    private void killCoordinator() {
        Host dying = hosts.getLast();
        dying.die(() -> {
            if (hosts.getLast() == dying) {
                elect();
            }
        });
    }

    /** Of a silent coordinator or a dead one; many may tell. */
    private void replaceSilent(int epoch) {
        long serving = port.lookLong(ServingWord.at(port));
        if (ServingWord.epoch(serving) == epoch && replacedEpoch != epoch) {
            replacedEpoch = epoch;
            elect();
        }
    }
}
