package dev.tpfutex.robust.attendant;

import dev.tpfutex.core.Port;
import dev.tpfutex.core.ServingWord;
import dev.tpfutex.robust.observe.Observers;
import dev.tpfutex.robust.observe.Parties;

/** Tells those who listen when another coordinator serves. Used by one thread. */
final class TermWatch {

    private final int process;
    private final Observers observers;
    private final Parties parties;
    private long told;

    TermWatch(Port port, int process, Observers observers) {
        this.process = process;
        this.observers = observers;
        this.parties = new Parties(port);
    }

    /** Looks at the serving word; one that was there before anybody listened is told of as soon as somebody does. */
    void look(long serving) {
        if (serving != told && observers.isAnybody() && ServingWord.process(serving) >= 0) {
            told = serving;
            parties.term(serving, process).ifPresent(term -> observers.tell(each -> each.termBegan(term)));
        }
    }
}
