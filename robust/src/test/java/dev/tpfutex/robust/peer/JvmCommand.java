package dev.tpfutex.robust.peer;

import dev.tpfutex.api.LockSpace;
import dev.tpfutex.core.TpFutex;
import dev.tpfutex.robust.TpFutexProvider;
import dev.tpfutex.robust.point.PortPatch;
import dev.tpfutex.shm.SpaceFile;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How to start a JVM with our classes and nothing else, but for what a test wants to have all its JVMs. */
public final class JvmCommand {

    /** System property with options for all JVMs, separated by blanks. */
    public static final String FOR_ALL = "tpfutex.test.jvms";

    /** System property with what comes after our classes on the class path of all JVMs. */
    public static final String ALSO_ON_PATH = "tpfutex.test.path";

    private static final List<Class<?>> ONE_OF_EACH_MODULE = List.of(
            LockSpace.class, SpaceFile.class, TpFutex.class, TpFutexProvider.class, Peer.class);

    /** Many start at once on few processors: how soon they are there counts, not how fast they are then. */
    private static final List<String> SMALL = List.of(
            "--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-XX:+UseSerialGC",
            "-Xmx128m");

    private JvmCommand() {}

    static List<String> of(Class<?> main, String... jvmOptions) {
        return ofClassesIn(classFolders().toList(), main, jvmOptions);
    }

    /** The same with a {@link PortPatch}, so that traps can be set. */
    static List<String> hooked(Class<?> main, String... jvmOptions) {
        return ofClassesIn(Stream.concat(Stream.of(PortPatch.folder()), classFolders()).toList(), main, jvmOptions);
    }

    static List<String> ofClassesIn(List<Path> classPath, Class<?> main, String... jvmOptions) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(SMALL);
        command.addAll(Stream.of(System.getProperty(FOR_ALL, "").split(" ")).filter(each -> !each.isEmpty()).toList());
        command.addAll(List.of(jvmOptions));
        String path = Stream.concat(classPath.stream().map(Path::toString),
                Stream.ofNullable(System.getProperty(ALSO_ON_PATH))).collect(Collectors.joining(":"));
        command.addAll(List.of("-cp", path, main.getName()));
        return command;
    }

    /** The folders and jars of our own modules. */
    static Stream<Path> classFolders() {
        return ONE_OF_EACH_MODULE.stream().map(JvmCommand::folderOf);
    }

    /** The same without our tests. */
    static Stream<Path> libraryFolders() {
        return ONE_OF_EACH_MODULE.stream().filter(type -> type != Peer.class).map(JvmCommand::folderOf);
    }

    private static Path folderOf(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }
}
