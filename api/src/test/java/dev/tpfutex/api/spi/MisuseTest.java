package dev.tpfutex.api.spi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.api.Holder;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MisuseTest {

    private static final Path SPACE = Path.of("orders.tpf");

    @Test
    void aReleaseByAnotherNamesTheHolder() {
        Holder holder =
                new Holder(4711, "matcher-2", Instant.parse("2026-01-31T08:15:30Z"), Duration.ZERO, true);

        assertThat(Misuse.notOwner(SPACE, "book", Optional.of(holder))).hasMessageContainingAll(
                Thread.currentThread().getName(), "\"book\" of lock space orders.tpf", holder.describe(),
                "Nothing was changed");
        assertThat(Misuse.notOwner(SPACE, "book", Optional.empty())).hasMessageContaining("nobody holds it");
    }

    @Test
    void aCloseTooEarlyNamesThreadAndLock() {
        assertThat(Misuse.inUse(SPACE, "book", "matcher-2", false)).hasMessageContainingAll("orders.tpf",
                "thread \"matcher-2\" holds mutex \"book\"", "Release it");
        assertThat(Misuse.inUse(SPACE, "book", "matcher-2", true)).hasMessageContaining("waits for mutex \"book\"");
    }

    @Test
    void theOthersSayWhatToDo() {
        assertThat(Misuse.closed(SPACE)).hasMessage("Lock space orders.tpf is closed. Open it again to use its locks.");
        assertThat(Misuse.nothingToRepair(SPACE, "book")).hasMessageContainingAll("\"book\"", "ownerDied()");
        assertThat(Misuse.conditions()).hasMessageContaining("no conditions");
    }
}
