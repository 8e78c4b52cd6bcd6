package dev.tpfutex.examples.demo;

import java.util.List;

/**
 * A worker that was killed.
 *
 * @param worker its number
 * @param pid its process id
 * @param nanoTime when the signal was sent
 * @param goneAfter how many nanoseconds later the process was gone, which the kernel takes its time for
 * @param inside whether one of its threads was inside the critical section
 * @param host whether it hosted the coordinator
 * @param reading how many of its threads were readers
 * @param waiting how many of its threads asked for the lock
 * @param witnesses the other workers that were at work, so that they would have to get the lock next
 */
record Kill(int worker, long pid, long nanoTime, long goneAfter, boolean inside, boolean host, int reading,
        int waiting, List<Integer> witnesses) {

    /** Whether one of its threads may have owned the lock. Nobody does while somebody reads. */
    boolean mayHaveHitOwner() {
        return reading == 0;
    }

    @Override
    public String toString() {
        return "worker " + worker + " (pid " + pid + (inside ? ", owner" : "") + (host ? ", host, " : ", ")
                + (reading == 0 ? "" : reading + " reading, ") + waiting + " waiting, gone after "
                + Text.millis(goneAfter) + ")";
    }
}
