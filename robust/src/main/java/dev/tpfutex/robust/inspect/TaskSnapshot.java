package dev.tpfutex.robust.inspect;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A thread that has a task slot in a space. Immutable.
 *
 * @param tid the id that stands in futex words
 * @param slot index of its slot
 * @param generation how many threads have had the slot
 * @param process whose thread it is; empty if the slot names no registered process, which is damage or a death in the
 *     moment of looking
 * @param osTid the kernel's thread id; 0 for a virtual thread
 * @param threadName what it said about itself, cut off after 124 bytes
 * @param ended whether the kernel has told that the thread has ended
 * @param dying whether somebody is cleaning up after it
 * @param asleep whether it sleeps in a wait for a lock
 * @param priority in the queue
 * @param sinceTop how long ago it last became a top waiter of some lock; says nothing if it is none
 * @param queueing its place in a lock's queue, empty if it is in none
 * @param longWait what it says of a wait of a second or more; empty if it is in none
 * @param listed indexes of the locks that it may hold
 * @param reads indexes of the locks that it says it reads under
 * @param overflows whether it may hold locks that are not listed
 * @param counters what it has done so far
 */
public record TaskSnapshot(
        int tid,
        int slot,
        int generation,
        Optional<ProcessSnapshot> process,
        int osTid,
        String threadName,
        boolean ended,
        boolean dying,
        boolean asleep,
        int priority,
        Duration sinceTop,
        Optional<Queueing> queueing,
        Optional<LongWaiting> longWait,
        List<Integer> listed,
        List<Integer> reads,
        boolean overflows,
        TaskCounters counters) {

    /** Copies the lists. */
    public TaskSnapshot {
        listed = List.copyOf(listed);
        reads = List.copyOf(reads);
    }

    /** What it says of its wait for a lock, if that has lasted for a second. */
    public Optional<LongWaiting> longWaitFor(int lock) {
        return longWait.filter(wait -> wait.lock() == lock);
    }

    /** Whether the thread lives. */
    public LifeState state() {
        if (ended || dying) {
            return LifeState.DEAD;
        }
        return process.map(ProcessSnapshot::state).orElse(LifeState.UNKNOWN);
    }

    /** Whether it is a virtual thread, or the borrowed task of one. */
    public boolean isVirtual() {
        return osTid == 0;
    }
}
