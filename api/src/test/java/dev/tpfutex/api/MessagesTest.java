package dev.tpfutex.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.api.spi.Holding;
import dev.tpfutex.api.spi.LockKind;
import dev.tpfutex.api.spi.NamedLock;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MessagesTest {

    private static final Path SPACE = Path.of("orders.tpf");
    private static final NamedLock MUTEX = new NamedLock(SPACE, LockKind.MUTEX, "book");
    private static final NamedLock WRITE_LOCK = MUTEX.as(LockKind.WRITE_LOCK);
    private static final Holder HOLDER = new Holder(4711, "matcher-2", Instant.parse("2026-01-31T08:15:30.250123Z"),
            Duration.ofMillis(1250), true);

    private static final DeadlockEdge EDGE =
            new DeadlockEdge("book", 12, "main", Duration.ofMillis(1002), DeadlockEdge.How.OWNS, HOLDER);

    @Test
    void aTimeoutNamesFileLockHolderAndQueue() {
        LockTimeoutException e =
                new LockTimeoutException(MUTEX, Holding.by(Optional.of(HOLDER)), Duration.ofMillis(50), 3);

        assertThat(e).hasMessage("Timed out after 50 ms waiting for the mutex \"book\" in lock space orders.tpf."
                + " It is held by pid 4711, thread \"matcher-2\", since 2026-01-31T08:15:30.250Z (held for 1250 ms)."
                + " Threads that still wait for it: 3.");
        assertThat(e.space()).isEqualTo(SPACE);
        assertThat(e.lock()).isEqualTo("book");
        assertThat(e.holder()).contains(HOLDER);
        assertThat(e.waited()).isEqualTo(Duration.ofMillis(50));
        assertThat(e.queueLength()).isEqualTo(3);
    }

    @Test
    void aDeadlockNamesAllWhoWaitAndForWhat() {
        DeadlockEdge other =
                new DeadlockEdge("prices", 4711, "matcher-2", Duration.ofMillis(1500), DeadlockEdge.How.READS, HOLDER);
        DeadlockException e = new DeadlockException(MUTEX, List.of(EDGE, other), Duration.ofMillis(1001));

        assertThat(e)
                .hasMessage("Gave up waiting for the mutex \"book\" in lock space orders.tpf after 1001 ms: 2 threads"
                        + " wait for each other: pid 12, thread \"main\", has waited for 1002 ms for \"book\", which is held by"
                        + " pid 4711, thread \"matcher-2\", since 2026-01-31T08:15:30.250Z (held for 1250 ms); pid 4711, thread"
                        + " \"matcher-2\", has waited for 1500 ms for \"prices\", which is read by pid 4711, thread \"matcher-2\"."
                        + " The caller does not hold it. Release what this thread holds, so that the others can go on, and begin"
                        + " anew; have all threads take these locks in the same order.");
        assertThat(e.space()).isEqualTo(SPACE);
        assertThat(e.lock()).isEqualTo("book");
        assertThat(e.edges()).containsExactly(EDGE, other);
        assertThat(e.waited()).isEqualTo(Duration.ofMillis(1001));
        assertThat(new DeadlockEdge("prices", 1, "x", Duration.ofSeconds(2), DeadlockEdge.How.GOES_FIRST, HOLDER)
                .describe()).endsWith("for \"prices\", which before it is to go to pid 4711, thread \"matcher-2\"");
    }

    @Test
    void aTimeoutWithoutHolder() {
        LockTimeoutException e =
                new LockTimeoutException(MUTEX, Holding.by(Optional.empty()), Duration.ofNanos(1500), 0);

        assertThat(e).hasMessageContaining("after 1 µs").hasMessageContaining("Nobody holds it now.");
        assertThat(e.holder()).isEmpty();
        assertThat(e.readers()).isZero();
    }

    @Test
    void aTimeoutNamesReadersButNotSinceWhen() {
        Duration waited = Duration.ofMillis(50);
        LockTimeoutException one =
                new LockTimeoutException(WRITE_LOCK, new Holding(Optional.of(HOLDER), 1), waited, 0);
        LockTimeoutException three =
                new LockTimeoutException(WRITE_LOCK, new Holding(Optional.of(HOLDER), 3), waited, 0);

        assertThat(one)
                .hasMessage("Timed out after 50 ms waiting for the write lock of \"book\" in lock space orders.tpf."
                        + " It is read by pid 4711, thread \"matcher-2\". Threads that still wait for it: 0.");
        assertThat(three).hasMessageContaining("It is read by 3 threads, one of them pid 4711, thread \"matcher-2\".");
        assertThat(three.readers()).isEqualTo(3);
        assertThat(new LockTimeoutException(WRITE_LOCK, new Holding(Optional.empty(), 2), waited, 0))
                .hasMessageContaining("It is read by 2 threads. ");
    }

    @Test
    void aDeadHolderIsCalledDead() {
        Holder dead = new Holder(HOLDER.pid(), HOLDER.threadName(), HOLDER.since(), HOLDER.heldFor(), false);

        assertThat(dead.describe()).endsWith(", dead");
        assertThat(HOLDER.describe()).doesNotContain("dead");
    }

    @Test
    void aHolderInAnotherPidNamespaceIsSaidToBeThere() {
        Holder contained = new Holder(1, 4026532301L, "clerk", HOLDER.since(), HOLDER.heldFor(), true, false);

        assertThat(contained.describe()).startsWith("pid 1 of pid namespace 4026532301, thread \"clerk\"");
        assertThat(HOLDER.pidNamespace()).isZero();
    }

    @Test
    void aStoppedHolderIsCalledStopped() {
        Holder stopped = new Holder(
                HOLDER.pid(), 0, HOLDER.threadName(), HOLDER.since(), HOLDER.heldFor(), true, true);

        assertThat(stopped.describe()).endsWith(", stopped");
        assertThat(HOLDER.describe()).doesNotContain("stopped");
    }

    @Test
    void ownerDiedSaysWhetherThereWasAHandler() {
        Exception broken = new IOException("ledger is gone");

        assertThat(new OwnerDiedException(MUTEX, null)).hasNoCause()
                .hasMessageContainingAll("An owner of the mutex \"book\"", "orders.tpf", "without a RecoveryHandler",
                        "markConsistent()", "mutex(name, handler)");
        assertThat(new OwnerDiedException(MUTEX, broken)).hasCause(broken)
                .hasMessageContainingAll("RecoveryHandler failed", "ledger is gone", "does not hold it");
        assertThat(new OwnerDiedException(WRITE_LOCK, null)).hasMessageContainingAll(
                "An owner of the write lock of \"book\"",
                "Use acquire()", "ReadWriteOptions.recovery(handler)");
        assertThat(new OwnerDiedException(WRITE_LOCK.as(LockKind.UPGRADABLE_LOCK), null)).hasMessageContainingAll(
                "Cannot take the upgradable lock of \"book\"", "a writer died", "writeLock().acquire()");
    }

    @Test
    void notRecoverableNamesTheWayOut() {
        NotRecoverableException e = new NotRecoverableException(MUTEX);

        assertThat(e).hasMessageContainingAll("\"book\"", "orders.tpf", "The mutex ", "not recoverable",
                "call reset()");
        assertThat(new NotRecoverableException(WRITE_LOCK.as(LockKind.READ_LOCK)))
                .hasMessageContainingAll("The read lock of \"book\"", "call writeLock().reset()");
        assertThat(e.lock()).isEqualTo("book");
    }

    @ParameterizedTest
    @EnumSource
    void everyReasonToRefuseAFileSaysWhatToDo(SpaceOpenException.Reason reason) {
        SpaceOpenException e = new SpaceOpenException(SPACE, reason, "some detail");

        assertThat(e).hasMessageStartingWith("Cannot open lock space orders.tpf: " + reason.text() + " (some detail). ")
                .hasMessageEndingWith(reason.advice());
        assertThat(e.reason()).isEqualTo(reason);
        assertThat(e).hasMessage(e.problem() + ". " + reason.advice());
        assertThat(reason.advice()).endsWith(".");
    }

    @Test
    void noEmptyParentheses() {
        IOException cause = new IOException("bad sector");
        SpaceOpenException e = new SpaceOpenException(SPACE, SpaceOpenException.Reason.IO, "", cause);

        assertThat(e).hasMessage("Cannot open lock space orders.tpf: input/output error. See the cause.")
                .hasCause(cause);
    }

    @ParameterizedTest
    @EnumSource
    void everyLimitSaysHowToRaiseIt(LimitExceededException.Limit limit) {
        LimitExceededException e = new LimitExceededException(SPACE, limit, 256);

        String how = limit == LimitExceededException.Limit.TASKS_OF_PROCESS
                ? "-Dtpfutex.tasks="
                : "SpaceOptions." + limit.name().toLowerCase(Locale.ROOT) + "(";
        assertThat(e).hasMessageContainingAll("orders.tpf", limit.text(256) + ", all in use. ", how);
        assertThat(e.limit()).isEqualTo(limit);
        assertThat(e.size()).isEqualTo(256);
    }

    @Test
    void limitsOfOne() {
        assertThat(new LimitExceededException(SPACE, LimitExceededException.Limit.LOCKS, 1))
                .hasMessageContaining("created for 1 lock. To raise it");
        assertThat(new LimitExceededException(SPACE, LimitExceededException.Limit.PROCESSES, 1))
                .hasMessageContaining("created for 1 process at a time. To raise it");
    }

    @Test
    void replacedAndWrongKind() {
        WrongKindException e = new WrongKindException(SPACE, "book", "mutex", "read-write lock");

        assertThat(e).hasMessageContainingAll("\"book\"", "orders.tpf", "not a mutex", "a read-write lock");
        assertThat(e.wanted()).isEqualTo("mutex");
        assertThat(e.found()).isEqualTo("read-write lock");
        assertThat(new SpaceReplacedException(SPACE)).hasMessageContainingAll("orders.tpf", "deleted or replaced",
                "open it again");
    }

    @Test
    void exceptionsSurviveSerialization() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(new LockTimeoutException(MUTEX, Holding.by(Optional.of(HOLDER)), Duration.ofMillis(50), 3));
            out.writeObject(new DeadlockException(MUTEX, List.of(EDGE), Duration.ofMillis(1001)));
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            LockTimeoutException e = (LockTimeoutException) in.readObject();
            assertThat(e.space()).isEqualTo(SPACE);
            assertThat(e.holder()).contains(HOLDER);
            assertThat(((DeadlockException) in.readObject()).edges()).containsExactly(EDGE);
        }
    }
}
