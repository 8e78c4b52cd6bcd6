package dev.tpfutex.bench.report;

import dev.tpfutex.bench.lock.LockType;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A plot of lines, one for each type of lock, with logarithmic axes. */
final class LinePlot {

    /** Smaller values cannot be shown: they are measured in nanoseconds. */
    static final double LEAST = 0.01;

    private static final int WIDTH = 460;
    private static final int HEIGHT = 300;
    private static final int LEFT = 64;
    private static final int RIGHT = 70;
    private static final int TOP = 46;
    private static final int BOTTOM = 42;

    private record Point(double x, double y) {}

    private final String title;
    private final String xTitle;
    private final String yTitle;
    private final Map<LockType, List<Point>> lines = new EnumMap<>(LockType.class);

    LinePlot(String title, String xTitle, String yTitle) {
        this.title = title;
        this.xTitle = xTitle;
        this.yTitle = yTitle;
    }

    /** Both must be positive. */
    void add(LockType type, double x, double y) {
        lines.computeIfAbsent(type, none -> new ArrayList<>()).add(new Point(x, Math.max(y, LEAST)));
    }

    String svg() {
        List<Point> all = lines.values().stream().flatMap(List::stream).toList();
        Scale x = new Scale(all.stream().mapToDouble(Point::x).toArray(), LEFT, WIDTH - RIGHT);
        Scale y = new Scale(all.stream().mapToDouble(Point::y).toArray(), HEIGHT - BOTTOM, TOP);
        StringBuilder svg = new StringBuilder(Svg.open(WIDTH, HEIGHT, title));
        for (double tick : x.ticks()) {
            svg.append(Svg.line(x.at(tick), TOP, x.at(tick), HEIGHT - BOTTOM, "#ddd"))
                    .append(Svg.text(x.at(tick), HEIGHT - BOTTOM + 14, "middle", Svg.number(tick)));
        }
        for (double tick : y.ticks()) {
            svg.append(Svg.line(LEFT, y.at(tick), WIDTH - RIGHT, y.at(tick), "#ddd"))
                    .append(Svg.text(LEFT - 6, y.at(tick) + 4, "end", Svg.number(tick)));
        }
        svg.append(Svg.text(LEFT, HEIGHT - 8, "start", xTitle)).append(Svg.text(4, TOP - 14, "start", yTitle));
        int legend = TOP + 8;
        for (Map.Entry<LockType, List<Point>> line : lines.entrySet()) {
            svg.append(line(line.getKey(), line.getValue(), x, y));
            svg.append(Svg.text(WIDTH - RIGHT + 26, legend + 4, "start", line.getKey().name()))
                    .append(Svg.line(WIDTH - RIGHT + 6, legend, WIDTH - RIGHT + 22, legend, Svg.colour(line.getKey())));
            legend += 16;
        }
        return svg.append("</svg>\n").toString();
    }

    private static String line(LockType type, List<Point> points, Scale x, Scale y) {
        StringBuilder line = new StringBuilder("<polyline fill=\"none\" stroke=\"" + Svg.colour(type)
                + "\" stroke-width=\"" + (type == LockType.TP ? 3 : 1.3) + "\" points=\"");
        points.forEach(point -> line
                .append(String.format(Locale.ROOT, "%.1f,%.1f ", x.at(point.x()), y.at(point.y()))));
        line.append("\"/>");
        if (points.size() < 10) {
            points.forEach(point -> line.append(String.format(Locale.ROOT,
                    "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\" fill=\"%s\"/>", x.at(point.x()), y.at(point.y()),
                    Svg.colour(type))));
        }
        return line.append('\n').toString();
    }
}
