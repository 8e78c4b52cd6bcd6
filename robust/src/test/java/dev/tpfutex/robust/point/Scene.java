package dev.tpfutex.robust.point;

import dev.tpfutex.core.FutexWord;
import dev.tpfutex.core.Lock;
import dev.tpfutex.core.NameIndex;
import dev.tpfutex.core.Port;
import dev.tpfutex.core.ProcessTable;
import dev.tpfutex.core.TaskTable;
import dev.tpfutex.shm.layout.LockLayout;
import java.nio.charset.StandardCharsets;

/** The last that a victim sees: what state the mutex is in at the point. */
final class Scene {

    /** The one mutex that victims use. */
    static final String MUTEX = "book";

    /** This process's thread is inside the critical section. */
    static final String INSIDE = "inside";

    /** The mark of a death that nobody has repaired is on the word. */
    static final String MARKED = "marked";

    /** The mutex is not recoverable. */
    static final String BROKEN = "broken";

    private Scene() {}

    static String describe(Port port) {
        int index = new NameIndex(port).find(MUTEX.getBytes(StandardCharsets.UTF_8));
        if (index < 0) {
            return "unnamed";
        }
        Lock lock = new Lock(port.layout(), index);
        long word = port.getLong(lock.word());
        StringBuilder text = new StringBuilder("word=%016x top=%016x".formatted(word, port.getLong(lock.top())));
        append(text, INSIDE, FutexWord.isInside(word) && isOurs(port, FutexWord.tid(word)));
        append(text, MARKED, FutexWord.ownerDied(word));
        append(text, BROKEN, port.getInt(lock.consistency()) == LockLayout.NOT_RECOVERABLE);
        return text.toString();
    }

    private static void append(StringBuilder text, String what, boolean holds) {
        if (holds) {
            text.append(' ').append(what);
        }
    }

    private static boolean isOurs(Port port, int tid) {
        int process = new TaskTable(port).processOf(tid);
        return process >= 0 && new ProcessTable(port).identity(process).pid() == ProcessHandle.current().pid();
    }
}
