/** Small programs that show the lock service at work. Nothing depends on this module. */
module dev.tpfutex.examples {
    requires dev.tpfutex.api;
    requires dev.tpfutex.robust;
}
