package dev.tpfutex.shm;

import dev.tpfutex.shm.linux.NativeFiles;
import dev.tpfutex.shm.linux.RobustFutex;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The words of one mapping that are tied to threads of this process ({@link RobustFutex}), and with them the end of
 * the mapping: a word may not go before its thread has let go of it. Threads that have not done so when the mapping
 * ends keep private memory in its place, until they tie another word or end. Thread-safe.
 */
final class LifeTies implements Consumer<MemorySegment> {

    /** One for all mappings, since a thread's list runs through all of them. */
    private static final Object LISTS = new Object();

    private static final ThreadLocal<List<Tie>> MINE = ThreadLocal.withInitial(ArrayList::new);

    /** Mappings that have ended, in whose place there is private memory. */
    private static final Set<LifeTies> LEFT = new HashSet<>();

    /** The thread is kept since the word, which anybody can write to, does not prove that it has ended. */
    private record Tie(LifeTies of, RobustFutex.Held held, Thread thread) {

        long address() {
            return held.address();
        }

        boolean isOver() {
            return !thread.isAlive() && (RobustFutex.isLost(address()) || RobustFutex.hasEnded(address()));
        }
    }

    private final FileMapping mapping;
    private final List<Tie> ties = new ArrayList<>();
    private int tiesToLookThrough = 64;
    private boolean ended;

    LifeTies(FileMapping mapping) {
        this.mapping = mapping;
    }

    /** How many mappings have ended that threads still hold words of. */
    static int left() {
        synchronized (LISTS) {
            List.copyOf(LEFT).forEach(LifeTies::leaveIfFree);
            return LEFT.size();
        }
    }

    /** Ties the word at an offset to the calling thread; false if that cannot be done here. */
    boolean tie(long offset, int osTid) {
        synchronized (LISTS) {
            releaseMine(false);
            Tie last = MINE.get().isEmpty() ? null : MINE.get().getLast();
            if (ended || last != null && !RobustFutex.isThere(last.address())) {
                // The next word is linked in front of the last, which writes there: not if the file was shortened.
                return false;
            }
            RobustFutex.Held held =
                    RobustFutex.hold(mapping.address() + offset, osTid, last == null ? null : last.held);
            if (held == null) {
                return false;
            }
            Tie tie = new Tie(this, held, Thread.currentThread());
            forgetSomeEndedThreads();
            ties.add(tie);
            MINE.get().add(tie);
            return true;
        }
    }

    /** Unties the word at an offset, which was tied to the calling thread; false if it is not, or cannot be untied. */
    boolean untie(long offset) {
        synchronized (LISTS) {
            for (Tie tie : List.copyOf(MINE.get())) {
                if (tie.of == this && tie.address() == mapping.address() + offset) {
                    return release(tie);
                }
            }
            return false;
        }
    }

    /** Lets go of one of the calling thread's words; false if that cannot be. */
    private static boolean release(Tie tie) {
        List<Tie> mine = MINE.get();
        int later = mine.indexOf(tie) + 1;
        if (!RobustFutex.release(tie.held, later < mine.size() ? mine.get(later).held : null)) {
            return false;
        }
        MINE.get().remove(tie);
        tie.of.ties.remove(tie);
        return true;
    }

    /** Ends the mapping; called by its arena. */
    @Override
    public void accept(MemorySegment memory) {
        synchronized (LISTS) {
            ended = true;
            releaseMine(true);
            forgetEndedThreads();
            if (!ties.isEmpty() && replace()) {
                LEFT.add(this);
            } else if (ties.isEmpty()) {
                mapping.unmap();
            }
            List.copyOf(LEFT).forEach(LifeTies::leaveIfFree);
        }
    }

    /** Lets go of the calling thread's words in mappings that have ended, since nobody else can. */
    private static void releaseMine(boolean atAnEnd) {
        List<Tie> mine = MINE.get();
        if (mine.isEmpty()) {
            return;
        }
        for (Tie tie : List.copyOf(mine)) {
            if (tie.of.ended && release(tie) && !atAnEnd) {
                tie.of.leaveIfFree();
            }
        }
    }

    private void leaveIfFree() {
        forgetEndedThreads();
        if (ties.isEmpty() && LEFT.remove(this)) {
            mapping.unmap();
        }
    }

    private void forgetEndedThreads() {
        ties.removeIf(Tie::isOver);
    }

    /** Now and then, so that many short-lived threads are not remembered for ever. */
    private void forgetSomeEndedThreads() {
        if (ties.size() >= tiesToLookThrough) {
            forgetEndedThreads();
            tiesToLookThrough = 2 * ties.size() + 64;
        }
    }

    /** Puts private memory with the same ties into the mapping's place, in one step; false if there is none. */
    private boolean replace() {
        long copy = NativeFiles.reserve(mapping.size());
        if (NativeFiles.isError(copy)) {
            return false;
        }
        for (Tie tie : ties) {
            RobustFutex.copy(tie.address(), copy + (tie.address() - mapping.address()));
        }
        return !NativeFiles.isError(NativeFiles.move(copy, mapping.size(), mapping.address()));
    }
}
