package dev.tpfutex.bench.report;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import dev.tpfutex.bench.result.Fact;
import dev.tpfutex.bench.result.Session;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** Reads results in JMH's own format: {@code bench uncontended -rf json -rff FILE}. */
final class JmhResults {

    private static final String NAME = "UncontendedBenchmark.";

    private record Metric(String scoreUnit, double[][] rawData) {}

    private record Result(String benchmark, String jdkVersion, Metric primaryMetric) {}

    private JmhResults() {}

    static boolean isSuch(Path file) throws IOException {
        return Files.readString(file).stripLeading().startsWith("[");
    }

    static Session read(Path file) throws IOException {
        List<Fact> facts = new ArrayList<>();
        String jdk = "";
        try {
            for (Result result : new Gson().fromJson(Files.readString(file), Result[].class)) {
                int at = result.benchmark().lastIndexOf(NAME);
                if (at >= 0) {
                    facts.add(new Fact(result.benchmark().substring(at + NAME.length()), "JMH",
                            result.primaryMetric().scoreUnit(), Stream.of(result.primaryMetric().rawData())
                                    .flatMapToDouble(DoubleStream::of).toArray()));
                    jdk = "JDK " + result.jdkVersion();
                }
            }
        } catch (JsonParseException | NullPointerException damaged) {
            throw new IOException(file + " is no result of JMH: " + damaged.getMessage(), damaged);
        }
        String date = Files.getLastModifiedTime(file).toInstant().atZone(ZoneOffset.UTC).toLocalDate().toString();
        return new Session("uncontended", date, "as for the others, " + jdk, List.of(), facts);
    }
}
