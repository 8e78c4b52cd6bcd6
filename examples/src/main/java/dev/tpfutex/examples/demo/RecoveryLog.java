package dev.tpfutex.examples.demo;

import java.util.ArrayList;
import java.util.List;

/** Every owner's death that a next owner was told of: a ring in the ledger's file, written under the lock. */
final class RecoveryLog {

    private static final int CAPACITY = 1024;
    private static final long COUNT = 0;
    private static final long FIRST = 64;
    private static final long DEAD = 0;
    private static final long NEXT = 8;
    private static final long ASKED = 16;
    private static final long ENTERED = 24;
    private static final long THREAD_DIED = 32;
    private static final long ENTRY = 40;

    static final long SIZE = FIRST + CAPACITY * ENTRY;

    private final MappedWords words;

    /**
     * One death as seen by the next owner.
     *
     * @param dead who was inside, or {@code null} if the dead owner had left no mark
     * @param next who was told
     * @param askedAt when the next owner asked for the lock
     * @param enteredAt when it came in
     * @param threadDiedAt when the dead thread ended, in a process that went on; 0 if the process was killed
     */
    record Recovery(Mark dead, Mark next, long askedAt, long enteredAt, long threadDiedAt) {

        /** One of a killed process. */
        Recovery(Mark dead, Mark next, long askedAt, long enteredAt) {
            this(dead, next, askedAt, enteredAt, 0);
        }
    }

    RecoveryLog(MappedWords words) {
        this.words = words;
    }

    void append(Recovery recovery) {
        long count = words.get(COUNT);
        long at = at(count);
        words.set(at + DEAD, recovery.dead == null ? 0 : recovery.dead.word());
        words.set(at + NEXT, recovery.next.word());
        words.set(at + ASKED, recovery.askedAt);
        words.set(at + ENTERED, recovery.enteredAt);
        words.set(at + THREAD_DIED, recovery.threadDiedAt);
        words.set(COUNT, count + 1);
    }

    long count() {
        return words.get(COUNT);
    }

    /** The recoveries from a number on; without the lock, too. */
    List<Recovery> since(long first) {
        List<Recovery> recoveries = new ArrayList<>();
        for (long number = first; number < count(); number++) {
            long at = at(number);
            long dead = words.get(at + DEAD);
            recoveries.add(new Recovery(dead == 0 ? null : Mark.ofWord(dead), Mark.ofWord(words.get(at + NEXT)),
                    words.get(at + ASKED), words.get(at + ENTERED), words.get(at + THREAD_DIED)));
        }
        return recoveries;
    }

    private static long at(long number) {
        return FIRST + number % CAPACITY * ENTRY;
    }
}
