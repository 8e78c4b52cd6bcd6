package dev.tpfutex.robust.deadlock;

import dev.tpfutex.core.LongWait;
import dev.tpfutex.core.Port;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Chooses who is to give up, so that the others of a deadlock can go on: of those who may be told to, the one that began
 * to wait last. If that one has not done so after {@link #PATIENCE_NANOS}, its process may be stopped. Then the next one
 * is told in its place; once all have been, again the first.
 *
 * <p>Of one deadlock one thread gives up: who was told before is first told not to, by a compare-and-exchange of the word
 * from which a thread that gives up takes the order away, so one of the two comes too late. Two give up at most: if a host is
 * itself stopped just as it has chosen, and tells its choice as it goes on, while a successor has told another, and both
 * look at the same time. Who looks later finds no deadlock any more. Used by one thread.
 */
final class Breaker {

    /** A thread that runs takes no more than some milliseconds to give up; to take a busy one for stopped does no harm. */
    static final long PATIENCE_NANOS = 2_000_000_000;

    /** A wait, told of or to be told, by the time at which it began. */
    private record Name(int slot, long began) {

        static Name of(LongWaiter waiter) {
            return new Name(waiter.slot(), LongWait.began(waiter.word()));
        }
    }

    /**
     * Who is to give up.
     *
     * @param isNew whether it was never told so before, in this wait
     */
    record Order(LongWaiter victim, boolean isNew) {}

    private static final long NEVER = -1;

    private final Port port;
    private final long start;

    /** When each was last told, in nanoseconds since the start; or was first seen to have been told, by a former host. */
    private final Map<Name, Long> told = new HashMap<>();

    Breaker(Port port) {
        this.port = port;
        this.start = port.nanoTime();
    }

    /** Forgets waits that are over. */
    void forgetEnded() {
        told.keySet().removeIf(wait -> !LongWait.isSame(LongWait.of(port, wait.slot()), wait.began()));
    }

    /** Tells one to give up, unless another may be about to: who is to now, empty if that is nobody. */
    Optional<Order> breakUp(Cycle cycle) {
        long now = port.nanoTime() - start;
        List<LongWaiter> ordered = cycle.waiters().stream().filter(this::isBroken).toList();
        ordered.forEach(waiter -> told.putIfAbsent(Name.of(waiter), now));
        Optional<LongWaiter> aboutTo =
                ordered.stream().filter(waiter -> now - lastTold(waiter) < PATIENCE_NANOS).findFirst();
        if (aboutTo.isPresent()) {
            return aboutTo.map(waiter -> new Order(waiter, false));
        }
        boolean nobodyIs = ordered.stream()
                .allMatch(waiter -> LongWait.withdraw(port, waiter.slot(), waiter.word()));
        return nobodyIs ? choose(cycle).flatMap(victim -> tell(victim, now)) : Optional.empty();
    }

    private Optional<LongWaiter> choose(Cycle cycle) {
        return cycle.waiters().stream()
                .filter(waiter -> LongWait.isBreakable(waiter.word()))
                .min(Comparator.comparingLong(this::lastTold)
                        .thenComparingLong(waiter -> -LongWait.began(waiter.word())));
    }

    private Optional<Order> tell(LongWaiter victim, long now) {
        if (!LongWait.breakUp(port, victim.slot(), victim.word())) {
            return Optional.empty();
        }
        return Optional.of(new Order(victim, told.put(Name.of(victim), now) == null));
    }

    private boolean isBroken(LongWaiter waiter) {
        long now = LongWait.of(port, waiter.slot());
        return LongWait.isSame(now, waiter.word()) && LongWait.isBroken(now);
    }

    private long lastTold(LongWaiter waiter) {
        return told.getOrDefault(Name.of(waiter), NEVER);
    }
}
