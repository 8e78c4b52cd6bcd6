package dev.tpfutex.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.tpfutex.api.spi.LockSpaceProvider;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProvidersTest {

    private static final ClassLoader API = LockSpace.class.getClassLoader();

    /** Opens nothing. */
    public static final class NoProvider implements LockSpaceProvider {
        @Override
        public LockSpace open(Path path, SpaceOptions options) {
            return null;
        }
    }

    @Test
    void withoutImplementationTheMissingArtifactIsNamed() {
        assertThatIllegalStateException().isThrownBy(() -> LockSpace.open(Path.of("orders.tpf")))
                .withMessageContaining("dev.tpfutex:tpfutex-robust").withMessageContaining("module path");
    }

    @Test
    void argumentsAreCheckedBeforeTheImplementationIsSought() {
        assertThatNullPointerException().isThrownBy(() -> LockSpace.open(null)).withMessage("path");
    }

    @Test
    void foundByTheApisOwnLoaderOrElseByTheContextLoader(@TempDir Path folder) throws IOException {
        try (URLClassLoader knowing = registering(folder)) {
            assertThat(Providers.find(knowing, API)).isInstanceOf(NoProvider.class);
            assertThat(Providers.find(API, knowing)).isInstanceOf(NoProvider.class);
        }
    }

    /** A loader that sees a registration of {@link NoProvider} and is no part of the program's own class path. */
    private static URLClassLoader registering(Path folder) throws IOException {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(services.resolve(LockSpaceProvider.class.getName()), NoProvider.class.getName());
        return new URLClassLoader(new URL[] {folder.toUri().toURL()}, API);
    }
}
