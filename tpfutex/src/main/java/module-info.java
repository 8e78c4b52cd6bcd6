/** The TP-futex protocol, the coordinator's state machine and the recovery, over a narrow port. */
module dev.tpfutex.core {
    requires transitive dev.tpfutex.shm;

    exports dev.tpfutex.core;
    exports dev.tpfutex.core.coordinator;
    exports dev.tpfutex.core.mapped;
    exports dev.tpfutex.core.recovery;
}
