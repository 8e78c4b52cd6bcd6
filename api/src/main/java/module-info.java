/**
 * What a program compiles against to lock across processes: lock spaces, mutexes, guards, outcomes and
 * exceptions. Nothing here maps a file or makes a native call; the implementation is found at run time
 * through {@link dev.tpfutex.api.spi.LockSpaceProvider} and comes with the artifact {@code tpfutex-robust}.
 */
module dev.tpfutex.api {
    exports dev.tpfutex.api;
    exports dev.tpfutex.api.spi;

    uses dev.tpfutex.api.spi.LockSpaceProvider;
}
