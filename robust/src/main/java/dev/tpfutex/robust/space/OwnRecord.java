package dev.tpfutex.robust.space;

import dev.tpfutex.api.LimitExceededException;
import dev.tpfutex.api.LimitExceededException.Limit;
import dev.tpfutex.core.ProcessIdentity;
import dev.tpfutex.core.ProcessTable;
import dev.tpfutex.core.mapped.MappedPort;
import dev.tpfutex.core.recovery.ProcessRecovery;
import dev.tpfutex.shm.SpaceFile;

/** This process's record in a space. */
final class OwnRecord {

    private final ProcessTable table;
    private final int index;
    private final long control;
    private final ProcessIdentity identity;

    private OwnRecord(ProcessTable table, int index, ProcessIdentity identity) {
        this.table = table;
        this.index = index;
        this.control = table.control(index);
        this.identity = identity;
    }

    /** Registers this process, in the place of a dead one if need be. */
    static OwnRecord register(SpaceFile file, MappedPort port, Role role) {
        ProcessTable table = new ProcessTable(port);
        ProcessIdentity identity = OwnIdentity.of(role.daemon());
        ProcessRecovery recovery = new ProcessRecovery(port);
        int index = table.register(identity);
        if (index < 0) {
            for (int process = 0; process < port.layout().maxProcesses(); process++) {
                recovery.recoverIfDead(process);
            }
            index = table.register(identity);
        }
        if (index < 0) {
            throw new LimitExceededException(file.path(), Limit.PROCESSES, port.layout().maxProcesses());
        }
        recovery.cleanBefore(index);
        return new OwnRecord(table, index, identity);
    }

    int index() {
        return index;
    }

    /** Puts right what somebody has damaged. Called now and then by one thread. */
    void repair() {
        table.repair(index, control, identity);
    }
}
