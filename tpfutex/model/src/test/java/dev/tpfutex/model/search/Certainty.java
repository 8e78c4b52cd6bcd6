package dev.tpfutex.model.search;

/** Which cells can't change any more before an actor that can run has read them. */
final class Certainty {

    private Certainty() {}

    /** {@code tied}: whether a process may go some time after its thread. */
    static boolean isCertain(long[] state, long at, long value, boolean tied) {
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
