package dev.tpfutex.jcstress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.grading.ReportUtils;
import org.openjdk.jcstress.infra.runners.TestList;

/**
 * Runs every jcstress test of this module. A production test fails on an outcome that is forbidden; a canary, which
 * runs the protocol on a port that is wrong on purpose, fails if it never shows one: then the run has proved nothing.
 *
 * <p>System properties: {@code tpfutex.jcstress=long} runs each test in many ways (compilers, randomized code motion)
 * and for longer; {@code tpfutex.jcstress.tests} is a regular expression that chooses tests by name.
 */
class MemoryOrdersTest {

    private static final Path TARGET = Path.of("target", "jcstress");
    private static final boolean LONG = "long".equals(System.getProperty("tpfutex.jcstress"));
    private static final String TESTS = System.getProperty("tpfutex.jcstress.tests", ".*");

    private static final List<String> QUICK_OPTIONS = oneWay("2", "400");
    /** For canaries that were not seen: the threads may have had no two processors for themselves. */
    private static final List<String> PATIENT_OPTIONS = oneWay("10", "1000");
    private static final List<String> LONG_OPTIONS = List.of("-f", "1", "-iters", "5", "-time", "1000");

    private static final long MINUTES = LONG ? 24 * 60 : 15;

    private static List<String> oneWay(String iterations, String millis) {
        String inherited = "--enable-native-access=ALL-UNNAMED";
        return List.of("-f", "1", "-sc", "false", "-jvmArgs", inherited, "-iters", iterations, "-time", millis);
    }

    @TestFactory
    Stream<DynamicTest> memoryOrders() throws Exception {
        int processors = Runtime.getRuntime().availableProcessors();
        assumeTrue(processors > 1, "the two threads of a test need two processors");
        JcstressRun run = new JcstressRun(TARGET.resolve(LONG ? "long" : "quick"));
        Collection<TestResult> results = run.start(TESTS, LONG ? LONG_OPTIONS : QUICK_OPTIONS, MINUTES);
        return TestList.tests().stream()
                .filter(name -> name.matches(".*(" + TESTS + ").*"))
                .sorted()
                .map(name -> dynamicTest(name, () -> check(name, run, of(name, results))));
    }

    private static List<TestResult> of(String name, Collection<TestResult> results) {
        return results.stream().filter(result -> result.getName().equals(name)).toList();
    }

    private static void check(String name, JcstressRun run, List<TestResult> results) throws Exception {
        assertThat(results).as("results of %s, see %s", name, run.output()).isNotEmpty();
        for (TestResult result : results) {
            String what = name + ", " + describe(result);
            assertThat(result.grading().failureMessages).as(what).isEmpty();
            assertThat(ReportUtils.statusToPassed(result)).as(what).isTrue();
        }
        if (isCanary(name) && !isSeen(results)) {
            JcstressRun again = new JcstressRun(TARGET.resolve("again"));
            List<TestResult> later = of(name, again.start(name.replace("$", "."), PATIENT_OPTIONS, MINUTES));
            assertThat(isSeen(later)).as("a forbidden outcome of %s, %s", name, describe(later)).isTrue();
        }
    }

    private static boolean isCanary(String name) {
        return name.endsWith("Canary");
    }

    private static boolean isSeen(List<TestResult> results) {
        return results.stream().anyMatch(result -> result.grading().hasInteresting);
    }

    private static String describe(List<TestResult> results) {
        return results.stream().map(MemoryOrdersTest::describe).collect(Collectors.joining("\n"));
    }

    private static String describe(TestResult result) {
        return result.getStateKeys().stream()
                .map(outcome -> outcome + " (" + result.getCount(outcome) + " times)")
                .collect(Collectors.joining("; ", "outcomes: ", "; " + result.getMessages()));
    }
}
