package dev.tpfutex.bench.report;

import java.util.Locale;
import java.util.Map;
import java.util.stream.DoubleStream;

/** Bars from 1 to the right, or to the left: a ratio for each cell, on a logarithmic axis. */
final class RatioPlot {

    private static final int WIDTH = 760;
    private static final int NAMES = 300;
    private static final int BAR = 18;
    private static final int TOP = 30;
    private static final int MARGIN = 50;

    private final String title;
    private final Map<String, Double> ratios;

    RatioPlot(String title, Map<String, Double> ratios) {
        this.title = title;
        this.ratios = ratios;
    }

    String svg() {
        int height = TOP + BAR * ratios.size() + 30;
        double[] shown =
                DoubleStream.concat(ratios.values().stream().mapToDouble(ratio -> ratio), DoubleStream.of(0.5, 2))
                        .toArray();
        Scale scale = new Scale(shown, NAMES, WIDTH - MARGIN);
        StringBuilder svg = new StringBuilder(Svg.open(WIDTH, height, title));
        for (double tick : scale.ticks()) {
            svg.append(Svg.line(scale.at(tick), TOP - 6, scale.at(tick), height - 24, tick == 1 ? "#333" : "#ddd"))
                    .append(Svg.text(scale.at(tick), height - 8, "middle", Svg.number(tick)));
        }
        int y = TOP;
        for (Map.Entry<String, Double> ratio : ratios.entrySet()) {
            double one = scale.at(1);
            double end = scale.at(ratio.getValue());
            svg.append(Svg.text(NAMES - 8, y + 12, "end", ratio.getKey()))
                    .append(String.format(Locale.ROOT,
                            "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"12\" fill=\"%s\"/>",
                            Math.min(one, end), y + 2, Math.abs(end - one),
                            ratio.getValue() < 1 ? "#c00000" : "#2ca02c"))
                    .append(Svg.text(Math.max(one, end) + 4, y + 12, "start",
                            String.format(Locale.ROOT, "%.2f", ratio.getValue())));
            y += BAR;
        }
        return svg.append("</svg>\n").toString();
    }
}
