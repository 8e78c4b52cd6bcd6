package dev.tpfutex.examples.demo;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Command lines for more JVMs like this one: the same JDK, the same module path or class path. */
final class JvmCommand {

    private static final String PROPERTIES = "tpfutex.";

    /** On the class path a JVM starts with a third less work, and without its second compiler with less after that. */
    private static final List<String> SHORT_LIVED = List.of("-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-Xss512k");

    private JvmCommand() {}

    /**
     * A JVM that runs a main class of the demo, with this JVM's {@code tpfutex.} properties.
     *
     * @param shortLived whether it counts how much work its start is, since hundreds of them start in a minute or two
     */
    static List<String> of(Class<?> main, boolean shortLived, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(tool("java").toString()));
        // Small and quick to start: there are many of them, on few cores.
        command.addAll(List.of("-XX:+UseSerialGC", "-Xms16m", "-Xmx128m"));
        if (shortLived) {
            command.addAll(SHORT_LIVED);
        }
        for (String name : new TreeSet<>(System.getProperties().stringPropertyNames())) {
            if (name.startsWith(PROPERTIES)) {
                command.add("-D" + name + "=" + System.getProperty(name));
            }
        }
        command.addAll(main.getModule().isNamed() && !shortLived ? onModulePath(main) : onClassPath(main));
        command.addAll(arguments);
        return command;
    }

    private static List<String> onModulePath(Class<?> main) {
        String module = main.getModule().getName();
        return List.of("--enable-native-access=dev.tpfutex.shm",
                "--add-exports=" + DaemonHost.MODULE + "/" + DaemonHost.PACKAGE + "=" + module,
                "-p", System.getProperty("jdk.module.path"), "-m", module + "/" + main.getName());
    }

    private static List<String> onClassPath(Class<?> main) {
        String path = System.getProperty(main.getModule().isNamed() ? "jdk.module.path" : "java.class.path");
        return List.of("--enable-native-access=ALL-UNNAMED", "-cp", path, main.getName());
    }

    /** A tool of this JVM's JDK. */
    static Path tool(String name) {
        return Path.of(System.getProperty("java.home"), "bin", name);
    }
}
