package dev.tpfutex.model.search;

import dev.tpfutex.core.LifeWatch;
import java.util.List;
import java.util.function.Supplier;
import jdk.internal.vm.Continuation;
import jdk.internal.vm.ContinuationScope;

/**
 * An actor's code under execution. It stops at each op and goes on with the op's result. Since the code is a function
 * of these results, any of its states is reached again by starting anew and feeding it the results of the past,
 * without a stop.
 */
final class Fiber {

    private static final ContinuationScope SCOPE = new ContinuationScope("search");
    private static final String CODE = "dev.tpfutex.core.";
    private static Fiber current;

    private final Continuation continuation;
    private final Cells cells;
    private final long[] past;
    private int fed;
    private Op pending;
    private long result;
    private Supplier<String> heap = () -> "";

    Fiber(Runnable body, Cells cells, long[] past) {
        this.cells = cells;
        this.past = past;
        this.continuation = new Continuation(SCOPE, () -> {
            try {
                body.run();
                pending = new Op(Op.Kind.END, -1, 0, 0, null);
            } catch (RuntimeException e) {
                pending = new Op(Op.Kind.FAIL, -1, 0, 0, e.toString());
            }
        });
    }

    /** Runs to the first op that is not in the past. */
    Op start() {
        return run();
    }

    /** Goes on with the result of the pending op; the next one. */
    Op resume(long opResult) {
        result = opResult;
        return run();
    }

    private Op run() {
        Fiber outer = current;
        current = this;
        try {
            continuation.run();
        } finally {
            current = outer;
        }
        return pending;
    }

    /** Called by the code of an actor: how to paint what it has in the heap. */
    static void showHeap(Supplier<String> picture) {
        if (current != null) {
            current.heap = picture;
        }
    }

    /** What the actor has in the heap. */
    String heap() {
        return heap.get();
    }

    /** Where the production code stands: the calls on the stack, the innermost first. */
    String place() {
        StringBuilder calls = new StringBuilder();
        continuation.stackWalker().forEach(frame -> {
            String type = frame.getClassName();
            if (type.startsWith(CODE)) {
                calls.append(type, CODE.length(), type.length())
                        .append('.')
                        .append(frame.getMethodName())
                        .append(':')
                        .append(frame.getByteCodeIndex())
                        .append(' ');
            }
        });
        return calls.toString();
    }

    /** Called by the code of an actor: does an op when its time has come. Outside of actors it is done at once. */
    static long perform(Cells cells, Op.Kind kind, long at, long x, long y, String text) {
        return perform(cells, kind, at, x, y, text, List.of());
    }

    static long perform(
            Cells cells, Op.Kind kind, long at, long x, long y, String text, List<LifeWatch> alive) {
        Fiber fiber = current;
        if (fiber == null) {
            return cells.perform(kind, at, x, y);
        }
        if (fiber.fed < fiber.past.length) {
            return fiber.past[fiber.fed++];
        }
        int cell = at < 0 ? -1 : fiber.cells.indexOf(at);
        fiber.pending = new Op(kind, cell, x, y, text, alive.stream()
                .map(watch -> new Op.Also(fiber.cells.indexOf(watch.at()), watch.alive()))
                .toList());
        Continuation.yield(SCOPE);
        return fiber.result;
    }
}
