package dev.tpfutex.examples.demo;

import dev.tpfutex.api.LockSpaceException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.List;

/** {@code examples/run demo}: shows that killed processes block nobody and break nothing. See the package. */
public final class Demo {

    private static final int FAILED = 1;
    private static final int USAGE = 2;

    private Demo() {}

    /**
     * Runs the demo. The exit code is 0 if all was well, 1 if not, 2 if the arguments are wrong.
     *
     * @param arguments see {@link DemoOptions}
     */
    public static void main(String[] arguments) throws InterruptedException {
        if (List.of(arguments).contains("--help")) {
            System.out.print(DemoOptions.USAGE);
            return;
        }
        try {
            System.exit(run(DemoOptions.parse(List.of(arguments))));
        } catch (UsageException wrong) {
            System.err.println("demo: " + wrong.getMessage());
            System.err.print(DemoOptions.USAGE);
            System.exit(USAGE);
        } catch (DemoFailure | LockSpaceException notBegun) {
            System.err.println("demo: " + notBegun.getMessage());
            System.exit(FAILED);
        } catch (IOException broken) {
            System.err.println("demo: " + broken);
            System.exit(FAILED);
        }
    }

    private static int run(DemoOptions options) throws IOException, InterruptedException {
        DemoFiles files = options.space() == null ? DemoFiles.byDefault() : new DemoFiles(options.space(), true);
        Supervisor supervisor = newSupervisor(options, files);
        Cleanup cleanup = new Cleanup(supervisor, files);
        Runtime.getRuntime().addShutdownHook(new Thread(cleanup, "cleanup"));
        supervisor.prepare();
        boolean ok = false;
        try {
            ok = supervisor.run();
        } finally {
            cleanup.keepFiles(!ok);
        }
        return ok ? 0 : FAILED;
    }

    private static Supervisor newSupervisor(DemoOptions options, DemoFiles files) throws IOException {
        try {
            return new Supervisor(options, files);
        } catch (FileAlreadyExistsException exists) {
            throw DemoFailure.trouble(exists.getFile() + " exists: another demo runs there, or has failed there "
                    + "and left it as evidence. Delete it, or choose another --space");
        }
    }
}
