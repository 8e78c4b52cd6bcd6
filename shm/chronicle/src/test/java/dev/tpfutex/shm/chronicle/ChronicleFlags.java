package dev.tpfutex.shm.chronicle;

import java.util.List;

/** What a JVM needs for Chronicle Bytes; the same as in the POM, in ChronicleMapper and in docs/OPERATING.md. */
final class ChronicleFlags {

    static final List<String> ALL = List.of(
            "--sun-misc-unsafe-memory-access=allow",
            "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED");

    private ChronicleFlags() {}
}
