/**
 * The space file: its layout, its mapping, and the few native calls. The only module that needs native
 * access: {@code --enable-native-access=dev.tpfutex.shm}. For the modules of this project, not for users.
 */
module dev.tpfutex.shm {
    requires transitive dev.tpfutex.api;

    exports dev.tpfutex.shm;
    exports dev.tpfutex.shm.layout;
    exports dev.tpfutex.shm.linux;
    exports dev.tpfutex.shm.spi;

    uses dev.tpfutex.shm.spi.SpaceMapper;
}
