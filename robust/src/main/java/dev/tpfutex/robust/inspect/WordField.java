package dev.tpfutex.robust.inspect;

import dev.tpfutex.core.FutexWord;
import dev.tpfutex.core.Tid;
import dev.tpfutex.core.TopWord;
import java.util.ArrayList;
import java.util.List;

/**
 * One field of a word of a lock, in words. Immutable.
 *
 * @param bits where it is, for example {@code 63..32} or {@code 31}
 * @param name as in the documentation
 * @param value for flags 0 or 1
 * @param meaning what that value says
 */
public record WordField(String bits, String name, String value, String meaning) {

    /** The fields of a futex word, the highest bits first. */
    public static List<WordField> ofFutexWord(long word) {
        List<WordField> fields = new ArrayList<>();
        fields.add(new WordField(
                "63..32",
                "passage",
                Integer.toUnsignedString(FutexWord.passage(word)),
                FutexWord.isInside(word) ? "odd: the owner is inside, or died there" : "even: nobody is inside"));
        int lower = FutexWord.seedWord(word);
        fields.add(flag("31", "WAITERS", lower, FutexWord.WAITERS, "the unlocker must look for waiters"));
        fields.add(flag("30", "OWNER_DIED", lower, FutexWord.OWNER_DIED, "what it protects may be torn"));
        fields.add(flag("29", "SHARED", lower, FutexWord.SHARED, "readers have it"));
        if (FutexWord.isShared(word)) {
            fields.add(flag("28", "SHARED_UNLOCK", lower, FutexWord.SHARED_UNLOCK, "the last reader passes it on"));
            fields.add(flag("27", "RECOUNT", lower, FutexWord.RECOUNT, "the readers are being counted anew"));
            fields.add(flag("26", "BIASED", lower, FutexWord.BIASED, "readers need not be counted"));
            fields.add(new WordField("23..0", "readers", String.valueOf(FutexWord.readers(word)), "counted readers"));
        } else {
            fields.add(tid("28..0", "owner", FutexWord.tid(word), "nobody owns it"));
        }
        return fields;
    }

    /** The fields of a top word, the highest bits first. */
    public static List<WordField> ofTopWord(long top) {
        return List.of(
                flag("63", "QUEUED", top, TopWord.QUEUED, "others wait in the coordinator's queue"),
                flag("62", "HOLD", top, TopWord.HOLD, "the role is kept for the head of the queue"),
                flag("61", "HANDOFF", top, TopWord.HANDOFF, "the next unlocker must pass the lock on"),
                flag("60", "CLAIMED", top, TopWord.CLAIMED, "an unlocker has begun to pass it on"),
                flag("59", "UPGRADABLE", top, TopWord.UPGRADABLE, "an upgradable reader keeps the role"),
                flag("58", "READER", top, TopWord.READER, "the top waiter only wants to read"),
                flag("57", "FOR_READERS", top, TopWord.FOR_READERS, "the role is not kept from those who want to own"),
                tid("28..0", "top waiter", TopWord.tid(top), "nobody is top waiter"));
    }

    private static WordField flag(String bit, String name, long word, long mask, String meaning) {
        boolean set = (word & mask) != 0;
        return new WordField(bit, name, set ? "1" : "0", set ? meaning : "");
    }

    private static WordField tid(String bits, String name, int tid, String nobody) {
        String meaning = tid == 0 ? nobody : "slot " + Tid.slot(tid) + ", generation " + Tid.generation(tid);
        return new WordField(bits, name, "0x" + Integer.toHexString(tid), meaning);
    }
}
