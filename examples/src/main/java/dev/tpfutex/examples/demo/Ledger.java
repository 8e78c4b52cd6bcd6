package dev.tpfutex.examples.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/**
 * What the lock protects: accounts with a constant sum, and words around them that must stay in step. Every transfer
 * checks them, and finds out any two owners at a time; every reader does, and finds out any owner beside it.
 *
 * <pre>
 *     inside       who is in the critical section, 0 for nobody; exchanged, so that no overlap goes unseen
 *     token        the last owner's fencing token; strictly increasing
 *     begun        number of the last transfer begun; stored after its journal entry
 *     finished     number of the last transfer finished; equal to begun while nobody is inside
 *     journal      what the transfer begun does: from, to, and what both accounts shall be after it
 *     accounts     their sum is constant
 *     recoveries   see {@link RecoveryLog}
 * </pre>
 *
 * An owner that is killed between begun and finished leaves a journal entry; the next owner rolls it forward, which may
 * be done any number of times.
 */
final class Ledger {

    static final int ACCOUNTS = 8;
    static final long SUM = ACCOUNTS * 1_000_000L;

    private static final long INSIDE = 0;
    private static final long TOKEN = 64;
    private static final long BEGUN = 72;
    private static final long FINISHED = 80;
    private static final long FROM = 88;
    private static final long TO = 96;
    private static final long NEW_FROM = 104;
    private static final long NEW_TO = 112;
    private static final long ACCOUNT = 128;
    private static final long RECOVERIES = 256;

    private final MappedWords words;
    private final RecoveryLog recoveries;

    private Ledger(MappedWords words) {
        this.words = words;
        this.recoveries = new RecoveryLog(words.slice(RECOVERIES, RecoveryLog.SIZE));
    }

    /**
     * What a reader has seen.
     *
     * @param token the last owner's fencing token
     * @param finished how many transfers there had been
     */
    record Sight(long token, long finished) {}

    /** Makes a new ledger in a new file. */
    static Ledger create(Path file) throws IOException {
        Ledger ledger = new Ledger(MappedWords.create(file, RECOVERIES + RecoveryLog.SIZE));
        for (int account = 0; account < ACCOUNTS; account++) {
            ledger.setBalance(account, SUM / ACCOUNTS);
        }
        return ledger;
    }

    static Ledger open(Path file) throws IOException {
        return new Ledger(MappedWords.open(file));
    }

    RecoveryLog recoveries() {
        return recoveries;
    }

    /** How many transfers were finished, those included that a next owner had to finish. */
    long transfers() {
        return words.get(FINISHED);
    }

    /**
     * Moves an amount. Call it as the owner.
     *
     * @param holdNanos how long to sleep in the middle
     * @throws Violation if somebody else is or was inside, or the words are not in step
     */
    void transfer(Mark mark, long token, int from, int to, long amount, long holdNanos) {
        beginTransfer(mark, token, from, to, amount);
        if (holdNanos > 0) {
            LockSupport.parkNanos(holdNanos);
        }
        setBalance(to, words.get(NEW_TO));
        words.set(FINISHED, words.get(BEGUN));
        leave(mark);
    }

    /** The first half of a transfer. Whoever ends here leaves the rest to the next owner. */
    void beginTransfer(Mark mark, long token, int from, int to, long amount) {
        enter(mark);
        checkInStep();
        advanceToken(token);
        begin(from, to, amount);
        setBalance(from, words.get(NEW_FROM));
    }

    /** Checks that all is in step. Call it as the owner. */
    void check(Mark mark, long token) {
        enter(mark);
        checkInStep();
        advanceToken(token);
        leave(mark);
    }

    /**
     * Looks, and changes nothing. Call it as a reader.
     *
     * @throws Violation if somebody is inside, or the words are not in step
     */
    Sight look(Mark mark) {
        long other = words.get(INSIDE);
        if (other != 0) {
            throw new Violation(mark + " reads and finds " + Mark.ofWord(other) + " inside");
        }
        Sight sight = new Sight(words.get(TOKEN), words.get(FINISHED));
        checkInStep();
        return sight;
    }

    /**
     * Looks again, as the same reader.
     *
     * @throws Violation as for {@link #look}, and if somebody has come and gone
     */
    void lookAgain(Mark mark, Sight before) {
        Sight now = look(mark);
        if (!now.equals(before)) {
            throw new Violation("while " + mark + " read, somebody has come and gone: " + before + ", then " + now);
        }
    }

    /**
     * Enters after an owner's death, in its place.
     *
     * @return the mark of the dead owner, or {@code null} if it died at the very edge and left none
     */
    Mark takeOver(Mark mark) {
        long dead = words.getAndSet(INSIDE, mark.word());
        return dead == 0 ? null : Mark.ofWord(dead);
    }

    /** Finishes what the dead owner had begun, and leaves. */
    void rollForward(Mark mark) {
        if (words.get(BEGUN) != words.get(FINISHED)) {
            setBalance((int) words.get(FROM), words.get(NEW_FROM));
            setBalance((int) words.get(TO), words.get(NEW_TO));
            words.set(FINISHED, words.get(BEGUN));
        }
        checkInStep();
        leave(mark);
    }

    private void enter(Mark mark) {
        long other = words.getAndSet(INSIDE, mark.word());
        if (other != 0) {
            throw new Violation(mark + " owns the lock and finds " + Mark.ofWord(other) + " inside");
        }
    }

    private void leave(Mark mark) {
        long found = words.compareAndExchange(INSIDE, mark.word(), 0);
        if (found != mark.word()) {
            String who = found == 0 ? "somebody has come and gone" : Mark.ofWord(found) + " has entered";
            throw new Violation("while " + mark + " owned the lock, " + who);
        }
    }

    private void advanceToken(long token) {
        long last = words.get(TOKEN);
        if (token <= last) {
            throw new Violation("fencing token " + token + " comes after " + last);
        }
        words.set(TOKEN, token);
    }

    private void begin(int from, int to, long amount) {
        words.set(FROM, from);
        words.set(TO, to);
        words.set(NEW_FROM, balance(from) - amount);
        words.set(NEW_TO, balance(to) + amount);
        words.set(BEGUN, words.get(BEGUN) + 1);
    }

    private void checkInStep() {
        long sum = 0;
        for (int account = 0; account < ACCOUNTS; account++) {
            sum += balance(account);
        }
        if (sum != SUM || words.get(BEGUN) != words.get(FINISHED)) {
            throw new Violation("the ledger is out of step: " + describe());
        }
    }

    private long balance(int account) {
        return words.get(ACCOUNT + (long) account * Long.BYTES);
    }

    private void setBalance(int account, long value) {
        words.set(ACCOUNT + (long) account * Long.BYTES, value);
    }

    /** All words but the log of recoveries, for people. */
    String describe() {
        StringBuilder text = new StringBuilder();
        long inside = words.get(INSIDE);
        text.append(Text.format("inside %s, token %d, begun %d, finished %d, journal %d->%d (%d, %d)",
                inside == 0 ? "nobody" : Mark.ofWord(inside), words.get(TOKEN), words.get(BEGUN), words.get(FINISHED),
                words.get(FROM), words.get(TO), words.get(NEW_FROM), words.get(NEW_TO)));
        long sum = 0;
        text.append(", accounts");
        for (int account = 0; account < ACCOUNTS; account++) {
            sum += balance(account);
            text.append(' ').append(balance(account));
        }
        return text.append(", sum ").append(sum).append(" of ").append(SUM).toString();
    }
}
