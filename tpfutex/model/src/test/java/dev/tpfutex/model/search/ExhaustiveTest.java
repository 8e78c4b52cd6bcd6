package dev.tpfutex.model.search;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every state of each scenario, within its bounds. */
@Timeout(value = 60, unit = TimeUnit.MINUTES)
class ExhaustiveTest {

    private static final boolean FULL = "full".equals(System.getProperty("tpfutex.model.search", "quick"));

    /** Part of the names of the scenarios to search. */
    private static final String ONLY = System.getProperty("tpfutex.model.scenario", "");

    private static List<String> scenarios() {
        return Catalog.entries().stream()
                .filter(entry -> entry.name().contains(ONLY) && (FULL || entry.quick() != Catalog.NOT_QUICK))
                .map(Catalog.Entry::name)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void allPropertiesHold(String name) {
        Catalog.Entry entry = Catalog.entry(name);
        Search.Report report = Search.run(entry.scenario().get().preemptions(FULL ? entry.full() : entry.quick()));
        System.out.println(report);
        if (report.violation() != null) {
            fail(Replay.explain(entry, report));
        }
    }

    /** What a failure has told to call. */
    @Test
    void replay() {
        String what = System.getProperty("tpfutex.model.replay");
        Assumptions.assumeTrue(what != null, "nothing to replay");
        String[] parts = what.split("/");
        Scenario scenario = Catalog.entry(parts[0]).scenario().get().preemptions(Integer.parseInt(parts[1]));
        String trace = Replay.trace(scenario, Replay.decode(parts.length > 2 ? parts[2] : ""));
        if (!trace.endsWith("no violation")) {
            fail("\n" + trace);
        }
    }
}
