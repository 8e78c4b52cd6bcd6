package dev.tpfutex.shm;

import static dev.tpfutex.shm.Child.SMALL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tpfutex.api.SpaceOpenException;
import dev.tpfutex.api.SpaceOpenException.Reason;
import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.shm.linux.FileStatus;
import dev.tpfutex.shm.linux.Threads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Modes, groups and users (case C20). Some need root, to become somebody else. */
class SpaceFilePermissionTest {

    private static final int NOBODY = 65534;
    private static final List<String> AS_NOBODY = List.of(
            "setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups", "--inh-caps=-all");

    @TempDir(factory = SharedMemoryDir.class)
    Path directory;

    private Path spaces;
    private Path path;

    @BeforeEach
    void openDirectory() throws IOException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        spaces = Files.createDirectory(directory.resolve("spaces"));
        path = spaces.resolve("orders.tpf");
    }

    private static int mode(Path file) {
        return FileStatus.of(file.toString()).mode() & 0777;
    }

    @Test
    void theModeIsExplicitWhateverTheUmask() {
        List<String> strict = List.of("sh", "-c", "umask 077; exec \"$@\"", "sh");
        String classPath = System.getProperty("java.class.path");
        try (ChildJvm child = ChildJvm.startBy(strict, classPath, Child.class, "open", path, "rw-rw-r--")) {
            assertThat(child.line()).isEqualTo("ok true");
            assertThat(child.awaitEnd()).isZero();
        }
        assertThat(mode(path)).isEqualTo(0664);
        Path secret = path.resolveSibling("private.tpf");
        List<String> lax = List.of("sh", "-c", "umask 0; exec \"$@\"", "sh");
        try (ChildJvm child = ChildJvm.startBy(lax, classPath, Child.class, "open", secret)) {
            assertThat(child.line()).isEqualTo("ok true");
        }
        assertThat(mode(secret)).isEqualTo(0600);
    }

    @Test
    void theGroupIsSetBeforeAnybodySeesTheFile() {
        assumeTrue(Threads.geteuid() == 0, "needs root, to give a file to any group");
        SpaceOptions options =
                SMALL.permissions(PosixFilePermissions.fromString("rw-rw----")).group("daemon");
        try (SpaceFile file = SpaceFile.openOrCreate(path, options)) {
            assertThat(file.created()).isTrue();
            assertThat(mode(path)).isEqualTo(0660);
            assertThat(FileStatus.of(path.toString()).gid()).isNotZero();
        }
    }

    @Test
    void aJvmWithoutNativeAccessIsToldTheFlag() throws IOException {
        try (ChildJvm child = ChildJvm.startWithoutNativeAccess(Child.class, "open", path)) {
            assertThat(child.line())
                    .startsWith("UNSUPPORTED_SYSTEM")
                    .contains("--enable-native-access=dev.tpfutex.shm", path.toString());
        }
        assertEmpty();
    }

    @Test
    void anUnknownGroupIsNamedAndNothingLeft() throws IOException {
        SpaceOpenException failure = catchThrowableOfType(
                SpaceOpenException.class, () -> SpaceFile.openOrCreate(path, SMALL.group("no-such-group")));
        assertThat(failure).hasMessageContaining("no-such-group");
        assertThat(failure.reason()).isEqualTo(Reason.UNKNOWN_GROUP);
        assertEmpty();
    }

    @Test
    void anotherUserIsToldWhatIsMissing() throws IOException {
        SpaceFile.openOrCreate(path, SMALL).close();
        assertThat(openAsNobody())
                .startsWith("NO_PERMISSION")
                .contains("owner root", "mode rw-------", "uid " + NOBODY, path.toString());
    }

    @Test
    void anotherUserMayOpenWhatTheModeAllows() throws IOException {
        SpaceOptions all = SMALL.permissions(PosixFilePermissions.fromString("rw-rw-rw-"));
        SpaceFile.openOrCreate(path, all).close();
        assertThat(openAsNobody()).isEqualTo("ok false");
        // Reading alone is not enough: every user of a lock writes.
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(openAsNobody()).startsWith("NO_PERMISSION").contains("mode rw-r--r--");
    }

    @Test
    void aClosedDirectoryOnTheWayIsNamed() throws IOException {
        SpaceFile.openOrCreate(path, SMALL).close();
        Files.setPosixFilePermissions(spaces, PosixFilePermissions.fromString("rwx------"));
        assertThat(openAsNobody())
                .startsWith("NO_PERMISSION")
                .contains("directory " + spaces, "mode rwx------", "uid " + NOBODY);
    }

    @Test
    void creatingWhereOneMayNotWriteNamesTheDirectory() throws IOException {
        Files.setPosixFilePermissions(spaces, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThat(openAsNobody())
                .startsWith("NO_PERMISSION")
                .contains(spaces.toString(), "mode rwxr-xr-x", "uid " + NOBODY);
        assertEmpty();
    }

    @Test
    void aGroupOneIsNotInIsRefusedAndNothingLeft() throws IOException {
        Files.setPosixFilePermissions(spaces, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThat(openAsNobody("rw-rw----", "daemon")).startsWith("NO_PERMISSION").contains("daemon");
        assertEmpty();
    }

    private void assertEmpty() throws IOException {
        try (Stream<Path> files = Files.list(spaces)) {
            assertThat(files).isEmpty();
        }
    }

    private String openAsNobody(String... args) throws IOException {
        assumeTrue(Threads.geteuid() == 0, "needs root, to become another user");
        Object[] all = Stream.concat(Stream.of("open", path), Stream.of(args)).toArray();
        try (ChildJvm child = ChildJvm.startBy(AS_NOBODY, readableClassPath(), Child.class, all)) {
            return child.line();
        }
    }

    /** The classes may lie in a home directory that nobody else can enter. */
    private String readableClassPath() throws IOException {
        Path classes = directory.resolve("classes");
        if (!Files.exists(classes)) {
            Files.createDirectory(classes);
            for (Class<?> type : List.of(SpaceOptions.class, SpaceFile.class, Child.class)) {
                copy(Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath()), classes);
            }
        }
        try (Stream<Path> jars = Files.list(classes)) {
            return Stream.concat(Stream.of(classes), jars.filter(jar -> jar.toString().endsWith(".jar")))
                    .map(Path::toString)
                    .reduce((a, b) -> a + ":" + b)
                    .orElseThrow();
        }
    }

    private static void copy(Path from, Path classes) throws IOException {
        if (Files.isRegularFile(from)) {
            Files.copy(from, classes.resolve(from.getFileName()));
            return;
        }
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path to = classes.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(to);
                } else if (!Files.exists(to)) {
                    Files.copy(file, to);
                }
            }
        }
    }
}
