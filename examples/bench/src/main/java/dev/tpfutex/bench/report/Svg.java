package dev.tpfutex.bench.report;

import dev.tpfutex.bench.lock.LockType;
import java.util.Locale;

/** Pieces of a picture. */
final class Svg {

    private static final double KILO = 1e3;
    private static final double MEGA = 1e6;

    private Svg() {}

    static String open(int width, int height, String title) {
        return String.format(Locale.ROOT, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\""
                + " viewBox=\"0 0 %1$d %2$d\" role=\"img\" font-family=\"sans-serif\" font-size=\"11\">"
                + "<title>%s</title><rect width=\"%1$d\" height=\"%2$d\" fill=\"#fff\"/>", width, height, escape(title))
                + String.format(Locale.ROOT,
                        "<text x=\"4\" y=\"14\" font-weight=\"bold\">%s</text>%n", escape(title));
    }

    static String line(double x1, double y1, double x2, double y2, String colour) {
        return String.format(Locale.ROOT, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>", x1,
                y1,
                x2, y2, colour);
    }

    static String text(double x, double y, String anchor, String text) {
        return String.format(Locale.ROOT, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"#333\">%s</text>%n", x,
                y, anchor, escape(text));
    }

    /** Ours is the one that stands out. */
    static String colour(LockType type) {
        return switch (type) {
            case TP -> "#c00000";
            case WW -> "#1f77b4";
            case WWS -> "#17becf";
            case GC -> "#2ca02c";
            case GCR -> "#98bf45";
            case PI -> "#9467bd";
            case CH -> "#ff7f0e";
            case CQ -> "#bf8f4f";
            case FL -> "#7f7f7f";
            case JUC -> "#000000";
        };
    }

    /** As short as it can be. */
    static String number(double value) {
        if (value >= MEGA) {
            return String.format(Locale.ROOT, "%.3gM", value / MEGA).replaceFirst("\\.0+M", "M");
        } else if (value >= KILO) {
            return String.format(Locale.ROOT, "%.3gk", value / KILO).replaceFirst("\\.0+k", "k");
        }
        return Math.rint(value) == value ? Long.toString((long) value) : String.format(Locale.ROOT, "%.3g", value)
                .replaceFirst("0+$", "");
    }

    static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }
}
