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
    private static final NamedLock MUTEX = new NamedLock(SPACE, LockKind.MUTEX, "book");
    private static final NamedLock WRITE_LOCK = MUTEX.as(LockKind.WRITE_LOCK);

    @Test
    void aReleaseByAnotherNamesTheHolder() {
        Holder holder =
                new Holder(4711, "matcher-2", Instant.parse("2026-01-31T08:15:30Z"), Duration.ZERO, true);

        assertThat(Misuse.notOwner(MUTEX, Holding.by(Optional.of(holder)))).hasMessageContainingAll(
                Thread.currentThread().getName(), "mutex \"book\" in lock space orders.tpf", holder.describe(),
                "Nothing was changed");
        assertThat(Misuse.notOwner(MUTEX, Holding.by(Optional.empty()))).hasMessageContaining("nobody holds it");
        assertThat(Misuse.notOwner(WRITE_LOCK, new Holding(Optional.of(holder), 2))).hasMessageContainingAll(
                "does not own the write lock of \"book\"", "it is read by 2 threads, one of them pid 4711");
    }

    @Test
    void eachSideOfAReaderWriterLockIsCalledByItsName() {
        assertThat(Misuse.notReader(WRITE_LOCK.as(LockKind.READ_LOCK)))
                .hasMessageContaining("does not hold the read lock of \"book\" in lock space orders.tpf");
        assertThat(Misuse.upgrade(WRITE_LOCK)).hasMessageContaining("has the read lock of \"book\"");
        assertThat(Misuse.upgradableTooLate(WRITE_LOCK.as(LockKind.UPGRADABLE_LOCK)))
                .hasMessageContaining("the read lock or the write lock of \"book\"");
        assertThat(Misuse.nothingToRepair(WRITE_LOCK)).hasMessageContaining("write lock of \"book\"");
        assertThat(Misuse.conditions(WRITE_LOCK)).hasMessageContaining("write lock of \"book\"");
    }

    @Test
    void aCloseTooEarlyNamesThreadAndLock() {
        assertThat(Misuse.inUse(MUTEX, "matcher-2", false)).hasMessageContainingAll("orders.tpf",
                "thread \"matcher-2\" holds the mutex \"book\"", "Release it");
        assertThat(Misuse.inUse(MUTEX, "matcher-2", true)).hasMessageContaining("waits for the mutex \"book\"");
        assertThat(Misuse.inUse(WRITE_LOCK.as(LockKind.READ_LOCK), "matcher-2", false))
                .hasMessageContaining("holds the read lock of \"book\"");
    }

    @Test
    void theOthersSayWhatToDo() {
        assertThat(Misuse.closed(SPACE)).hasMessage("Lock space orders.tpf is closed. Open it again to use its locks.");
        assertThat(Misuse.nothingToRepair(MUTEX)).hasMessageContainingAll("\"book\"", "ownerDied()");
        assertThat(Misuse.conditions(MUTEX)).hasMessageContaining("no conditions");
    }
}
