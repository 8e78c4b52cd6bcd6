package dev.tpfutex.examples.demo;

import java.util.List;

/** {@code examples/run demo}: shows that killed processes block nobody and break nothing. See the package. */
public final class Demo {

    private Demo() {}

    /**
     * Runs the demo. The exit code is 0 if all was well, 1 if not, 2 if the arguments are wrong.
     *
     * @param arguments see {@link DemoOptions}
     */
    public static void main(String[] arguments) throws InterruptedException {
        Launcher.main(List.of(arguments), DemoOptions.forDemo(), DemoOptions.USAGE);
    }
}
