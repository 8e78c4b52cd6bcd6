package dev.tpfutex.robust.admin;

import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.spi.LockNames;
import dev.tpfutex.core.Doorbell;
import dev.tpfutex.core.FutexWord;
import dev.tpfutex.core.Lock;
import dev.tpfutex.core.NameIndex;
import dev.tpfutex.core.Parker;
import dev.tpfutex.core.Port;
import dev.tpfutex.core.Readers;
import dev.tpfutex.core.Tid;
import dev.tpfutex.core.TopWord;
import dev.tpfutex.core.recovery.ProcessRecovery;
import dev.tpfutex.robust.space.OpenSpace;
import java.util.ArrayList;
import java.util.List;

/**
 * Frees a lock of those who will never unlock it.
 *
 * <p>Only of the dead. A lock cannot be taken from a living owner, whatever the emergency: the owner may be on its way
 * in or out, where it changes the word for whoever stands in it, and inside it goes on changing what the lock protects.
 * Who has to get the lock of a living process ends the process first; the rest is what happens after any death.
 */
public final class LockAdmin {

    private LockAdmin() {}

    /**
     * Cleans up after each holder and waiter of a lock that is known to be dead, or is nobody, as any of those who wait
     * would; then wakes the top waiter and the coordinator, even if nothing was to be done. Idempotent; harmless to
     * locks that are in order.
     *
     * @param space opened in this JVM
     * @param name of the lock; it is not made
     * @return whether there is such a lock
     */
    public static boolean recover(LockSpace space, String name) {
        Port port = ((OpenSpace) space).port();
        int index = new NameIndex(port).find(LockNames.encode(name));
        if (index < 0) {
            return false;
        }
        Lock lock = new Lock(port.layout(), index);
        ProcessRecovery recovery = new ProcessRecovery(port);
        for (int tid : suspects(port, lock)) {
            recovery.cleanIfDead(lock, tid);
        }
        wake(port, TopWord.tid(port.getLong(lock.top())));
        return true;
    }

    private static List<Integer> suspects(Port port, Lock lock) {
        List<Integer> suspects = new ArrayList<>();
        long word = port.getLong(lock.word());
        suspects.add(FutexWord.tid(word));
        suspects.add(TopWord.tid(port.getLong(lock.top())));
        if (FutexWord.isShared(word)) {
            Readers.forEach(port, lock, suspects::add);
        }
        return suspects;
    }

    private static void wake(Port port, int top) {
        if (top != 0 && Tid.slot(top) < port.layout().maxTasks()) {
            Parker.unparkSurely(port, Tid.slot(top));
        }
        Doorbell.ringSurely(port);
    }
}
