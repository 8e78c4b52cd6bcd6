package dev.tpfutex.model.search;

import static dev.tpfutex.model.search.Properties.require;

import dev.tpfutex.core.FutexWord;
import dev.tpfutex.core.TaskControl;
import dev.tpfutex.core.Tid;
import dev.tpfutex.core.TopWord;
import dev.tpfutex.core.WaitWord;
import dev.tpfutex.shm.layout.TaskLayout;

/** When a tid may be taken back: its task is gone, and no word names it. */
final class TidProperties {

    private TidProperties() {}

    /** The control word at {@code at} has changed. */
    static void check(Model model, long[] state, int writer, long at, long before, long after) {
        if (!TaskControl.isIssued(before)) {
            return;
        }
        int slot = (int) ((at - model.scenario.layout().tasks()) / TaskLayout.SIZE);
        int tid = Tid.of(slot, TaskControl.generation(before));
        int client = model.properties.clientWithTid(state, tid);
        boolean gone = client < 0 || client == writer || model.isDead(state, model.client(client));
        require(gone, "P17: the tid of a living task is freed");
        if (TaskControl.isIssued(after)) {
            return;
        }
        long word = state[model.shape.cell(model.properties.word)];
        long top = state[model.shape.cell(model.properties.top)];
        require(FutexWord.tid(word) != tid, "P17: the tid of the lock's owner is freed");
        require(TopWord.tid(top) != tid, "P17: the tid of the top waiter is freed");
        long wait = model.value(state, model.scenario.layout().task(slot) + TaskLayout.WAIT);
        require(WaitWord.state(wait) == WaitWord.IDLE, "P17: the tid of one in the queue is freed");
    }
}
