package dev.tpfutex.examples.basics;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Another JVM like this one, which runs a main class. What it prints is printed here too. */
public final class OtherJvm {

    private final Process process;
    private final BufferedReader output;

    private OtherJvm(Process process) {
        this.process = process;
        this.output = process.inputReader(StandardCharsets.UTF_8);
    }

    /**
     * Starts one, with the module path or class path of this one.
     *
     * @param flags JVM options besides native access, which all have
     */
    public static OtherJvm start(List<String> flags, Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx128m");
        command.addAll(flags);
        Module module = main.getModule();
        command.addAll(module.isNamed()
                ? List.of("--enable-native-access=dev.tpfutex.shm", "-p", System.getProperty("jdk.module.path"),
                        "-m", module.getName() + "/" + main.getName())
                : List.of("--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"),
                        main.getName()));
        command.addAll(List.of(arguments));
        return new OtherJvm(new ProcessBuilder(command).redirectErrorStream(true).start());
    }

    /** Its process id. */
    public long pid() {
        return process.pid();
    }

    /** Prints what it prints, up to a line with this beginning, or else to its end; the last line printed. */
    public String awaitLine(String beginning) throws IOException {
        String last = "";
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            System.out.println("JVM " + pid() + ": " + line);
            last = line;
            if (line.startsWith(beginning)) {
                break;
            }
        }
        return last;
    }

    /** Prints the rest of what it prints; whether it has ended well. */
    public boolean awaitEnd() throws IOException, InterruptedException {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            System.out.println("JVM " + pid() + ": " + line);
        }
        return process.waitFor() == 0;
    }

    /** Ends it by SIGKILL. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }
}
