package dev.tpfutex.prometheus;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What Prometheus would make of an answer: strict about the text format.
 *
 * @param samples values by name and labels, as {@code name{label="value",...}}, the labels sorted by their names
 * @param types of the metrics, by name
 */
record Scrape(Map<String, Double> samples, Map<String, String> types) {

    private static final Pattern TYPE =
            Pattern.compile("# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram|summary)");
    private static final Pattern HELP = Pattern.compile("# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) .+");
    private static final String LABEL = "[a-zA-Z_][a-zA-Z0-9_]*=\"(?:[^\"\\\\\\n]|\\\\[\\\\\"n])*\"";
    private static final Pattern SAMPLE = Pattern.compile(
            "([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(" + LABEL + "(?:," + LABEL + ")*)\\})? (\\S+)");

    static Scrape parse(String text) {
        Scrape scrape = new Scrape(new LinkedHashMap<>(), new LinkedHashMap<>());
        if (!text.endsWith("\n")) {
            throw new AssertionError("the last line has no end");
        }
        text.lines().forEach(scrape::take);
        return scrape;
    }

    private void take(String line) {
        Matcher type = TYPE.matcher(line);
        Matcher sample = SAMPLE.matcher(line);
        if (type.matches()) {
            if (types.put(type.group(1), type.group(2)) != null) {
                throw new AssertionError("twice: " + line);
            }
        } else if (sample.matches()) {
            String key = sample.group(1) + "{" + (sample.group(2) == null ? "" : sample.group(2)) + "}";
            if (samples.put(key, value(sample.group(3))) != null) {
                throw new AssertionError("twice: " + line);
            }
        } else if (!HELP.matcher(line).matches()) {
            throw new AssertionError("not in the format: " + line);
        }
    }

    private static double value(String text) {
        return switch (text) {
            case "+Inf" -> Double.POSITIVE_INFINITY;
            case "-Inf" -> Double.NEGATIVE_INFINITY;
            default -> Double.parseDouble(text);
        };
    }

    /** Names of all samples, those of buckets and sums among them. */
    Set<String> names() {
        Set<String> names = new TreeSet<>();
        samples.keySet().forEach(key -> names.add(key.substring(0, key.indexOf('{'))));
        return names;
    }

    /** The sum of all samples of a name whose labels contain these parts, such as {@code lock="book"}. */
    double sum(String name, String... labels) {
        return samples.entrySet().stream()
                .filter(each -> each.getKey().startsWith(name + "{"))
                .filter(each -> Set.of(labels).stream().allMatch(each.getKey()::contains))
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }
}
