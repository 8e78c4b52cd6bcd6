package dev.tpfutex.ctl;

import dev.tpfutex.api.LockSpaceException;
import dev.tpfutex.api.NotRecoverableException;
import dev.tpfutex.api.OwnerDiedException;
import dev.tpfutex.api.SpaceOpenException;
import dev.tpfutex.shm.layout.HeaderLayout;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Main class of {@code tpfutexctl}. */
@Command(
        name = "tpfutexctl",
        description = {
            "Looks into lock spaces, and acts on them when told to.",
            "",
            "ls, show, dump, top, watch, deadlocks and doctor only read the file: they need no daemon, change nothing,"
                    + " and work for whoever may read it. reset, release, wait and exec open the space as any client."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Ctl.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "tpfutexctl COMMAND --help tells more.",
            "",
            Exit.TABLE,
            "",
            "Examples:",
            "  tpfutexctl ls",
            "  tpfutexctl show /dev/shm/orders.tpf book",
            "  tpfutexctl exec -w 10 orders book -- /usr/local/bin/nightly"
        },
        subcommands = {
            LsVerb.class,
            ShowVerb.class,
            DumpVerb.class,
            TopVerb.class,
            WatchVerb.class,
            DeadlocksVerb.class,
            DoctorVerb.class,
            ResetVerb.class,
            ReleaseVerb.class,
            WaitVerb.class,
            ExecVerb.class
        })
public final class Ctl implements Runnable {

    /** What {@code --version} prints. */
    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            String version = Ctl.class.getPackage().getImplementationVersion();
            return new String[] {
                "tpfutexctl" + (version == null ? "" : " " + version) + ", layout version "
                        + HeaderLayout.CURRENT_VERSION
            };
        }
    }

    @CommandLine.Spec
    CommandLine.Model.CommandSpec spec;

    /** Created by picocli. */
    public Ctl() {}

    /** Runs one command and ends the JVM with its exit code. */
    public static void main(String[] args) {
        PrintWriter out = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        int code = run(out, err, args);
        out.flush();
        System.exit(code);
    }

    /** Runs one command; its exit code. */
    static int run(PrintWriter out, PrintWriter err, String... args) {
        return commandLine().setOut(out).setErr(err).execute(args);
    }

    /** The whole command line, for running it and for writing its manual. */
    public static CommandLine commandLine() {
        CommandLine line = new CommandLine(new Ctl());
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setUsageHelpAutoWidth(true);
        line.setParameterExceptionHandler(Ctl::reject);
        line.setExecutionExceptionHandler(Ctl::fail);
        line.registerConverter(Seconds.class, Seconds::parse);
        // What comes after the name of the lock is the command's.
        line.getSubcommands().get("exec").setStopAtPositional(true);
        return line;
    }

    /** Without a verb. */
    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "which command?");
    }

    private static int reject(ParameterException e, String[] args) {
        CommandLine line = e.getCommandLine();
        line.getErr().println("tpfutexctl: " + Printable.of(problem(e)));
        line.getErr().println("Try \"" + line.getCommandSpec().qualifiedName() + " --help\".");
        line.getErr().flush();
        return Exit.USAGE;
    }

    private static String problem(ParameterException e) {
        if (!(e instanceof UnmatchedArgumentException unmatched) || unmatched.isUnknownOption()
                || e.getCommandLine().getParent() != null) {
            return Text.message(e);
        }
        List<String> similar = unmatched.getSuggestions();
        return "there is no command \"" + unmatched.getUnmatched().getFirst() + "\""
                + (similar.isEmpty() ? "" : "; the most similar: " + String.join(", ", similar));
    }

    private static int fail(Exception e, CommandLine line, CommandLine.ParseResult parsed) {
        line.getErr().println("tpfutexctl: " + Printable.of(Complaint.of(e)));
        line.getErr().flush();
        return switch (e) {
            case SpaceOpenException unusable -> Exit.NO_INPUT;
            case NoSuchLockException unknown -> Exit.NO_INPUT;
            case OwnerDiedException torn -> Exit.DATA;
            case NotRecoverableException torn -> Exit.DATA;
            case LockSpaceException other -> Exit.FAILED;
            default -> Exit.FAILED;
        };
    }
}
