package dev.tpfutex.examples.demo;

import dev.tpfutex.api.LockSpaceException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.List;

/** From a command line to a run of the supervisor and an exit code. */
final class Launcher {

    private static final int FAILED = 1;
    private static final int USAGE = 2;

    private Launcher() {}

    /** Runs, and ends this JVM. */
    static void main(List<String> arguments, DemoOptions defaults, String usage) throws InterruptedException {
        String name = defaults.name() + ": ";
        if (arguments.contains("--help")) {
            System.out.print(usage);
            return;
        }
        try {
            System.exit(run(DemoOptions.parse(arguments, defaults)));
        } catch (UsageException wrong) {
            System.err.println(name + wrong.getMessage());
            System.err.print(usage);
            System.exit(USAGE);
        } catch (DemoFailure | LockSpaceException notBegun) {
            System.err.println(name + notBegun.getMessage());
            System.exit(FAILED);
        } catch (IOException broken) {
            System.err.println(name + broken);
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
            throw DemoFailure.trouble(exists.getFile() + " exists: another run uses it, or has failed there "
                    + "and left it as evidence. Delete it, or choose another --space");
        }
    }
}
