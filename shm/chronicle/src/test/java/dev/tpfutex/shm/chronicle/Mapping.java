package dev.tpfutex.shm.chronicle;

import dev.tpfutex.api.SpaceOptions;

/** Both ways to map a space. */
enum Mapping {
    FFM("ffm"),
    CHRONICLE("chronicle");

    private final String option;

    Mapping(String option) {
        this.option = option;
    }

    /** As {@link SpaceOptions#mapping} wants it. */
    String option() {
        return option;
    }

    /** For a small space that is mapped in this way. */
    SpaceOptions small() {
        return SpaceOptions.defaults().locks(8).tasks(8).processes(4).withoutDaemon().mapping(option);
    }

    Mapping other() {
        return this == FFM ? CHRONICLE : FFM;
    }
}
