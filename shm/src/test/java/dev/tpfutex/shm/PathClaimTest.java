package dev.tpfutex.shm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.api.SpaceOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who sees whom through the directory (C16). */
class PathClaimTest {

    private static final SpaceOptions SMALL =
            SpaceOptions.defaults().locks(1).tasks(1).processes(1);

    @TempDir
    Path directory;

    @Test
    void usersOfOneFileDoNotContestIt() {
        try (SpaceFile one = open("a.tpf"); SpaceFile two = open("a.tpf");
                PathClaim first = PathClaim.of(one); PathClaim second = PathClaim.of(two)) {
            assertThat(first.isContested()).isFalse();
            assertThat(second.isContested()).isFalse();
        }
    }

    @Test
    void aDeletedFileContestsItsSuccessorUntilItIsLetGo() throws IOException {
        try (SpaceFile old = open("a.tpf")) {
            PathClaim before = PathClaim.of(old);
            Files.delete(directory.resolve("a.tpf"));
            try (SpaceFile successor = open("a.tpf"); PathClaim after = PathClaim.of(successor)) {
                assertThat(after.isContested()).isTrue();
                before.close();
                assertThat(after.isContested()).isFalse();
            }
        }
    }

    /** Two names with the same {@link String#hashCode}. */
    @Test
    void otherNamesDoNotMatter() {
        try (SpaceFile one = open("Aa.tpf"); SpaceFile two = open("BB.tpf");
                PathClaim first = PathClaim.of(one); PathClaim second = PathClaim.of(two)) {
            assertThat(first.isContested()).isFalse();
            assertThat(second.isContested()).isFalse();
        }
    }

    private SpaceFile open(String name) {
        return SpaceFile.openOrCreate(directory.resolve(name), SMALL);
    }
}
