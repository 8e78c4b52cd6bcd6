package dev.tpfutex.bench.report;

import java.util.List;
import java.util.Locale;

/**
 * Something that is wanted, and what was measured.
 *
 * @param what in words
 * @param wanted the bound
 * @param atLeast whether more is better
 * @param measured the value
 * @param where it was measured, if that matters
 */
record Target(String what, double wanted, boolean atLeast, double measured, String where) {

    boolean isReached() {
        return atLeast ? measured >= wanted : measured <= wanted;
    }

    List<String> row() {
        return List.of(what, (atLeast ? "≥ " : "≤ ") + number(wanted), number(measured), isReached() ? "yes" : "no",
                where);
    }

    private static String number(double value) {
        if (value != 0 && Math.abs(value) < 0.01) {
            return String.format(Locale.ROOT, "%.2g", value);
        }
        return Math.rint(value) == value ? String.format(Locale.ROOT, "%,.0f", value)
                : String.format(Locale.ROOT, "%.2f", value);
    }
}
