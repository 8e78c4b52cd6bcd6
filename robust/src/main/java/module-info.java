/**
 * What makes the locks survive: registration of processes and threads, noticing deaths, the election and the
 * hosts of the coordinator, the daemon. Provides the implementation of {@link dev.tpfutex.api.LockSpace}.
 */
module dev.tpfutex.robust {
    requires transitive dev.tpfutex.api;
    requires transitive dev.tpfutex.core;
    // Signals, for the daemon.
    requires jdk.unsupported;
    // Where it is missing there are no flight recordings.
    requires static jdk.jfr;

    exports dev.tpfutex.robust;
    exports dev.tpfutex.robust.admin;
    exports dev.tpfutex.robust.inspect;
    exports dev.tpfutex.robust.monitor;
    exports dev.tpfutex.robust.spi;

    uses dev.tpfutex.robust.spi.DaemonExtension;

    provides dev.tpfutex.api.spi.LockSpaceProvider with
            dev.tpfutex.robust.TpFutexProvider;
}
