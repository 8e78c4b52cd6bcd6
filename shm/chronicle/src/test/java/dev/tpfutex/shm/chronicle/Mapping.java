package dev.tpfutex.shm.chronicle;

import dev.tpfutex.api.SpaceOptions;
import java.io.File;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Both ways to map a space. */
enum Mapping {
    FFM("ffm"),
    CHRONICLE("chronicle");

    private final String option;

    Mapping(String option) {
        this.option = option;
    }

    /** As {@link SpaceOptions#mapping} wants it. */
    String option() {
        return option;
    }

    /** For a small space that is mapped in this way. */
    SpaceOptions small() {
        return SpaceOptions.defaults().locks(8).tasks(8).processes(4).withoutDaemon().mapping(option);
    }

    /** For a JVM that maps in this way. */
    List<String> jvmFlags() {
        return this == FFM ? List.of("--enable-native-access=ALL-UNNAMED") : ChronicleMapper.JVM_FLAGS;
    }

    /** For a JVM that maps in this way. Where nobody asks for Chronicle it need not be there. */
    String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> this == CHRONICLE || !entry.contains("openhft"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    Mapping other() {
        return this == FFM ? CHRONICLE : FFM;
    }
}
