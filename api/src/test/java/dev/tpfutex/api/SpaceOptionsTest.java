package dev.tpfutex.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpaceOptionsTest {

    private static final SpaceOptions DEFAULTS = SpaceOptions.defaults();

    @Test
    void defaults() {
        assertThat(DEFAULTS.locks()).isEqualTo(1024);
        assertThat(DEFAULTS.tasks()).isEqualTo(4096);
        assertThat(DEFAULTS.processes()).isEqualTo(256);
        assertThat(PosixFilePermissions.toString(DEFAULTS.permissions())).isEqualTo("rw-------");
        assertThat(DEFAULTS.group()).isEmpty();
        assertThat(DEFAULTS.create()).isTrue();
        assertThat(DEFAULTS.daemon()).isTrue();
        assertThat(DEFAULTS.daemonSocket()).isEmpty();
        assertThat(DEFAULTS.mapping()).isEmpty();
        assertThat(DEFAULTS.breakDeadlocks()).isFalse();
    }

    @Test
    void eachSetterChangesOneThingInACopy() {
        Set<PosixFilePermission> shared = PosixFilePermissions.fromString("rw-rw----");
        Path socket = Path.of("daemon.sock");
        SpaceOptions all = DEFAULTS.locks(1).tasks(2).processes(3).permissions(shared).group("traders").create(false)
                .daemonSocket(socket).mapping("chronicle").breakDeadlocks(true);

        assertThat(all.locks()).isEqualTo(1);
        assertThat(all.tasks()).isEqualTo(2);
        assertThat(all.processes()).isEqualTo(3);
        assertThat(all.permissions()).isEqualTo(shared);
        assertThat(all.group()).contains("traders");
        assertThat(all.create()).isFalse();
        assertThat(all.daemonSocket()).contains(socket);
        assertThat(all.mapping()).contains("chronicle");
        assertThat(all.breakDeadlocks()).isTrue();
        assertThat(all.locks(1).tasks(2).processes(3).permissions(shared).group("traders").create(false)
                .daemonSocket(socket)).isEqualTo(all);
        assertThat(all.withoutDaemon().mapping()).contains("chronicle");
        assertThat(all.withoutDaemon().mapping("x").breakDeadlocks()).isTrue();
        assertThat(DEFAULTS).isEqualTo(SpaceOptions.defaults()).isNotEqualTo(all);
        assertThat(all.locks(1024).tasks(4096).processes(256).permissions(DEFAULTS.permissions()).group(null)
                .mapping(null).breakDeadlocks(false).create(true).withoutDaemon()).isEqualTo(DEFAULTS.withoutDaemon())
                .hasSameHashCodeAs(
                        DEFAULTS.withoutDaemon());
    }

    @Test
    void theLastWordOnTheDaemonCounts() {
        Path socket = Path.of("daemon.sock");

        assertThat(DEFAULTS.daemonSocket(socket).withoutDaemon().daemonSocket()).isEmpty();
        assertThat(DEFAULTS.daemonSocket(socket).withoutDaemon().daemon()).isFalse();
        assertThat(DEFAULTS.withoutDaemon().daemonSocket(socket).daemon()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 16_777_217, Integer.MAX_VALUE})
    void locksOutOfRange(int locks) {
        assertThatIllegalArgumentException().isThrownBy(() -> DEFAULTS.locks(locks))
                .withMessage("locks must be between 1 and 16777216, not " + locks);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 65_537})
    void tasksOutOfRange(int tasks) {
        assertThatIllegalArgumentException().isThrownBy(() -> DEFAULTS.tasks(tasks))
                .withMessage("tasks must be between 1 and 65536, not " + tasks);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 16_385})
    void processesOutOfRange(int processes) {
        assertThatIllegalArgumentException().isThrownBy(() -> DEFAULTS.processes(processes))
                .withMessage("processes must be between 1 and 16384, not " + processes);
    }

    @Test
    void bothEndsOfEachRange() {
        SpaceOptions most = DEFAULTS.locks(SpaceOptions.MAX_LOCKS).tasks(SpaceOptions.MAX_TASKS)
                .processes(SpaceOptions.MAX_PROCESSES);

        assertThat(most.locks()).isEqualTo(16_777_216);
        assertThat(DEFAULTS.locks(1).tasks(1).processes(1).locks()).isOne();
    }

    @ParameterizedTest
    @ValueSource(strings = {"---------", "r--------", "-w-------", "---rw-rw-"})
    void permissionsThatShutOutTheOwner(String permissions) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DEFAULTS.permissions(PosixFilePermissions.fromString(permissions)))
                .withMessageContaining("owner").withMessageContaining(permissions);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rwx------", "rw---x---", "rw------x"})
    void permissionsToExecute(String permissions) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DEFAULTS.permissions(PosixFilePermissions.fromString(permissions)))
                .withMessageContaining("executable").withMessageContaining(permissions);
    }

    @Test
    void permissionsAreCopied() {
        Set<PosixFilePermission> mine = EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
        SpaceOptions options = DEFAULTS.permissions(mine);
        mine.add(PosixFilePermission.OTHERS_WRITE);

        assertThat(options.permissions()).isEqualTo(DEFAULTS.permissions()).isUnmodifiable();
    }

    @Test
    void blankNames() {
        assertThatIllegalArgumentException().isThrownBy(() -> DEFAULTS.group(" ")).withMessageContaining("blank");
        assertThatIllegalArgumentException().isThrownBy(() -> DEFAULTS.mapping("")).withMessageContaining("blank");
    }

    @Test
    void nulls() {
        assertThatNullPointerException().isThrownBy(() -> DEFAULTS.permissions(null));
        assertThatNullPointerException().isThrownBy(() -> DEFAULTS.daemonSocket(null));
        assertThatNullPointerException().isThrownBy(() -> LockSpace.open(null));
        assertThatNullPointerException().isThrownBy(() -> LockSpace.open(Path.of("orders.tpf"), null));
    }
}
