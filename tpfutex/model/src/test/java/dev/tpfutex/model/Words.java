package dev.tpfutex.model;

import dev.tpfutex.core.FutexWord;
import dev.tpfutex.core.RobustEntry;
import dev.tpfutex.core.TaskControl;
import dev.tpfutex.core.TopWord;
import dev.tpfutex.core.WaitWord;
import dev.tpfutex.shm.layout.CoordinatorLayout;
import dev.tpfutex.shm.layout.LockLayout;
import dev.tpfutex.shm.layout.ProcessLayout;
import dev.tpfutex.shm.layout.SpaceLayout;
import dev.tpfutex.shm.layout.TaskLayout;

/** The words of a space in words: their names, and what is in them, by the rows of their state tables. */
public final class Words {

    private Words() {}

    /** What is at an offset. */
    public static String name(SpaceLayout layout, long at) {
        if (at >= layout.tasks()) {
            long in = at - layout.tasks();
            return "task%d.%s".formatted(in / TaskLayout.SIZE, taskField(in % TaskLayout.SIZE));
        }
        if (at >= layout.processes()) {
            long in = at - layout.processes();
            String field = in % ProcessLayout.SIZE == ProcessLayout.CONTROL ? "control" : "+" + in % ProcessLayout.SIZE;
            return "process%d.%s".formatted(in / ProcessLayout.SIZE, field);
        }
        if (at >= layout.locks() && at < layout.descriptors()) {
            long in = at - layout.locks();
            return "lock%d.%s".formatted(in / LockLayout.SIZE, lockField(in % LockLayout.SIZE));
        }
        if (at >= layout.submissions()) {
            return "submissions";
        }
        return coordinatorField(at - layout.coordinator());
    }

    private static String taskField(long field) {
        if (field < TaskLayout.PARK) {
            return "entry" + field / Integer.BYTES;
        }
        return switch ((int) field) {
            case (int) TaskLayout.PARK -> "park";
            case (int) TaskLayout.WAIT_MODE -> "wait mode";
            case (int) TaskLayout.WAIT -> "wait";
            case (int) TaskLayout.ENQUEUED -> "enqueued";
            case (int) TaskLayout.TOP_SINCE -> "topSince";
            case (int) TaskLayout.CONTROL -> "control";
            default -> "+" + field;
        };
    }

    private static String lockField(long field) {
        return switch ((int) field) {
            case (int) LockLayout.WORD -> "word";
            case (int) LockLayout.TOP -> "top";
            case (int) LockLayout.CONSISTENCY -> "consistency";
            default -> "+" + field;
        };
    }

    private static String coordinatorField(long field) {
        return switch ((int) field) {
            case (int) CoordinatorLayout.SERVING -> "serving";
            case (int) CoordinatorLayout.DOORBELL -> "doorbell";
            case (int) CoordinatorLayout.BEAT -> "beat";
            case (int) CoordinatorLayout.TASK_HIGH -> "task high";
            default -> "coordinator+" + field;
        };
    }

    /** A value at an offset. */
    public static String decode(SpaceLayout layout, long at, long value) {
        String name = name(layout, at);
        String field = name.substring(name.indexOf('.') + 1);
        return switch (field) {
            case "word" -> futexWord(value);
            case "top" -> topWord(value);
            case "wait" -> "ticket %d %s".formatted(WaitWord.ticket(value),
                    new String[] {"IDLE(1)", "QUEUED(2)", "GRANTED(3)"}[WaitWord.state(value) % 3]);
            case "park" -> switch ((int) value) {
                case 0 -> "EMPTY(1)";
                case 1 -> "NOTIFIED(2)";
                default -> "PARKED(3)";
            };
            case "doorbell" -> "epoch %d%s".formatted((int) value >>> 1, (value & 1) != 0 ? " ASLEEP" : "");
            case "serving" -> "epoch %d process %d".formatted(value >>> Integer.SIZE, (int) value - 1);
            case "control" -> name.startsWith("task") ? taskControl(value) : processControl(value);
            default -> field.startsWith("entry") ? entry((int) value) : Long.toString(value);
        };
    }

    private static String entry(int entry) {
        String[] states = {"NONE(1)", "PENDING(2)", "HELD(3)"};
        return "lock%d %s".formatted(RobustEntry.lock(entry), states[(entry >>> 30) % 3]);
    }

    private static String tid(int tid) {
        return tid == 0 ? "" : "task%d.gen%d".formatted(tid & 0xffff, tid >>> 16);
    }

    private static String futexWord(long word) {
        StringBuilder text = new StringBuilder("[").append(tid(FutexWord.tid(word)));
        if (FutexWord.isShared(word)) {
            text.append("SHARED|").append(FutexWord.readers(word));
            int[] flags = {FutexWord.SHARED_UNLOCK, FutexWord.BIASED, FutexWord.RECOUNT};
            String[] names = {"|SHARED_UNLOCK", "|BIASED", "|RECOUNT"};
            for (int i = 0; i < flags.length; i++) {
                text.append((FutexWord.seedWord(word) & flags[i]) != 0 ? names[i] : "");
            }
        }
        if (FutexWord.hasWaiters(word)) {
            text.append("|WAITERS");
        }
        if (FutexWord.ownerDied(word)) {
            text.append("|OWNER_DIED");
        }
        return text.append("](%d) passage %d".formatted(futexState(word), FutexWord.passage(word))).toString();
    }

    /** Its number in the table of {@link FutexWord}. */
    private static int futexState(long word) {
        if (FutexWord.isShared(word)) {
            int seedWord = FutexWord.seedWord(word);
            boolean counts = (seedWord & (FutexWord.SHARED_UNLOCK | FutexWord.BIASED | FutexWord.RECOUNT)) == 0;
            return counts
                    ? FutexWord.hasWaiters(word) ? 8 : 7
                    : (seedWord & FutexWord.RECOUNT) != 0 ? 11 : (seedWord & FutexWord.BIASED) != 0 ? 10 : 9;
        }
        if (FutexWord.tid(word) == 0) {
            return FutexWord.ownerDied(word) ? 4 : FutexWord.hasWaiters(word) ? 6 : 1;
        }
        return FutexWord.ownerDied(word) ? 5 : FutexWord.hasWaiters(word) ? 3 : 2;
    }

    private static String topWord(long top) {
        StringBuilder text = new StringBuilder("[").append(tid(TopWord.tid(top)));
        String[] names = {"QUEUED", "HOLD", "HANDOFF", "CLAIMED", "UPGRADABLE"};
        long[] flags = {TopWord.QUEUED, TopWord.HOLD, TopWord.HANDOFF, TopWord.CLAIMED, TopWord.UPGRADABLE};
        for (int i = 0; i < flags.length; i++) {
            if (TopWord.has(top, flags[i])) {
                text.append('|').append(names[i]);
            }
        }
        return text.append("](").append(topState(top)).append(')').toString();
    }

    /** Its number in the table of {@link TopWord}. */
    private static int topState(long top) {
        if (TopWord.tid(top) == 0) {
            return TopWord.has(top, TopWord.HOLD) ? 3 : 1;
        }
        if (TopWord.has(top, TopWord.UPGRADABLE)) {
            return 6;
        }
        return TopWord.has(top, TopWord.CLAIMED) ? 5 : TopWord.has(top, TopWord.HANDOFF) ? 4 : 2;
    }

    private static String taskControl(long control) {
        return "%s generation %d process %d".formatted(
                new String[] {"FREE(1)", "USED(2)", "DYING(3)"}[TaskControl.state(control) % 3],
                TaskControl.generation(control),
                TaskControl.process(control));
    }

    private static String processControl(long control) {
        return "%s generation %d".formatted((int) control == 1 ? "in use" : "free", control >>> Integer.SIZE);
    }
}
