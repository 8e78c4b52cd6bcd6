package dev.tpfutex.model.search;

import dev.tpfutex.model.Words;

/** Ops in words, for traces. */
final class Describe {

    private Describe() {}

    static String step(Model model, long[] state, int actor, Op op, long before, long result) {
        StringBuilder line = new StringBuilder("%-10s %s".formatted(model.cast.get(actor).name(), op(model, op)));
        if (op.cell() >= 0 && !op.is(Op.Kind.WAKE) && !op.is(Op.Kind.SLEEP)) {
            long at = model.cells.addressOf(op.cell());
            long after = state[model.shape.cell(op.cell())];
            line.append("  ").append(value(model, at, before));
            if (after != before) {
                line.append("  ->  ").append(value(model, at, after));
            } else if (op.is(Op.Kind.CAS) && result == 0) {
                line.append("  (fails)");
            }
        } else if (op.is(Op.Kind.SLEEP) && before != op.x()) {
            line.append("  (returns at once)");
        } else if (op.cell() < 0 && !op.is(Op.Kind.REST) && !op.is(Op.Kind.EVENT)) {
            line.append(" = ").append(result);
        }
        return line.toString();
    }

    static String op(Model model, Op op) {
        String what = op.kind().name().toLowerCase().replace('_', ' ');
        return op.cell() < 0 ? what : "%-8s %-14s".formatted(what, name(model, model.cells.addressOf(op.cell())));
    }

    private static String name(Model model, long at) {
        if (at < Cells.BEYOND) {
            return Words.name(model.scenario.layout(), at);
        }
        return Cells.name(at);
    }

    private static String value(Model model, long at, long value) {
        return at < Cells.BEYOND ? Words.decode(model.scenario.layout(), at, value) : Long.toString(value);
    }
}
