package dev.tpfutex.robust.inspect;

import java.time.Instant;
import java.util.UUID;

/**
 * What never changes about a space. Immutable.
 *
 * @param uuid identity of the space
 * @param version of the layout
 * @param created by the wall clock, for people only
 * @param bootId of the boot in which it was created
 * @param fileSystem name of the file system, such as {@code TMPFS}
 * @param size of the file in bytes
 * @param maxLocks most names
 * @param maxTasks most threads at a time
 * @param maxProcesses most processes at a time
 */
public record SpaceFacts(
        UUID uuid,
        int version,
        Instant created,
        UUID bootId,
        String fileSystem,
        long size,
        int maxLocks,
        int maxTasks,
        int maxProcesses) {}
