package dev.tpfutex.model.search;

import dev.tpfutex.shm.layout.CoordinatorLayout;

/** Which cells can't change any more before an actor that can run has read them. */
final class Certainty {

    private Certainty() {}

    /** Whether this holds for what is at an address in a state. */
    static boolean isCertain(Scenario scenario, long[] state, long at, long value) {
        if (at == scenario.layout().coordinator() + CoordinatorLayout.TASK_HIGH) {
            // All slots have been issued from the beginning.
            return scenario.hasReaders();
        }
        // A process may go some time after its thread.
        boolean tied = scenario.isTied() || scenario.areHostsTied();
        if (at == Cells.CLOCK) {
            // Time passes only while nobody can run, unless the search makes it.
            return none(state, Fault.JUMP) && none(state, Fault.CLIENT_STOP) && none(state, Fault.HOST_STOP);
        }
        if (Cells.isDeath(at)) {
            return value != 0
                    || !tied
                            && none(state, Fault.CLIENT_DEATH)
                            && none(state, Fault.HOST_DEATH)
                            && none(state, Fault.RECOVERER_DEATH);
        }
        return Cells.isInterrupt(at) && (value != 0 || none(state, Fault.INTERRUPT));
    }

    private static boolean none(long[] state, Fault fault) {
        return Shape.left(state, fault) == 0;
    }
}
