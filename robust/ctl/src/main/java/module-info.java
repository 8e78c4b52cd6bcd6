/** {@code tpfutexctl}: looks into lock spaces from the command line, and acts on them when told to. */
module dev.tpfutex.ctl {
    requires dev.tpfutex.robust;
    requires transitive info.picocli;
    requires jdk.unsupported;

    exports dev.tpfutex.ctl;

    opens dev.tpfutex.ctl to
            info.picocli;
}
