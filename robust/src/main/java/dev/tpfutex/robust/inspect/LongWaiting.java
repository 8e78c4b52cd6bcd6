package dev.tpfutex.robust.inspect;

import java.time.Duration;

/**
 * What a thread says of its wait once that has lasted for a second.
 *
 * @param lock index of the lock waited for
 * @param mode what for, of {@link dev.tpfutex.shm.layout.TaskLayout}
 * @param waited since it began to wait
 * @param id of the wait, unlike that of any other of the same slot
 * @param breakable whether the thread may be told to give up, if it is part of a deadlock
 * @param broken whether it was told
 */
public record LongWaiting(int lock, int mode, Duration waited, long id, boolean breakable, boolean broken) {}
