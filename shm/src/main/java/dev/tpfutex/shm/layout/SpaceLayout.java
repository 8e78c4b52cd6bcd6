package dev.tpfutex.shm.layout;

/**
 * Where each section of one space file begins, derived from its three limits. Sections follow each
 * other in a fixed order, each on a page boundary:
 *
 * <pre>
 * header | coordinator block | submissions | lock records | lock descriptors | name index | processes | tasks
 * </pre>
 *
 * Immutable; the same limits always give the same layout, so a file whose header disagrees with its own
 * limits is damaged.
 */
public record SpaceLayout(int maxLocks, int maxTasks, int maxProcesses) {

    /** Sections begin on multiples of this many bytes. */
    public static final int PAGE = 4096;

    /** Most locks a space can be created for: enough, and an index + 1 fits an int. */
    public static final int LOCKS_LIMIT = 1 << 24;

    /** Most tasks a space can be created for: a slot index is 16 bits of a 29-bit tid. */
    public static final int TASKS_LIMIT = 1 << 16;

    /** Most processes a space can be created for. */
    public static final int PROCESSES_LIMIT = 1 << 14;

    public SpaceLayout {
        check("locks", maxLocks, LOCKS_LIMIT);
        check("tasks", maxTasks, TASKS_LIMIT);
        check("processes", maxProcesses, PROCESSES_LIMIT);
    }

    private static void check(String what, int value, int limit) {
        if (value < 1 || value > limit) {
            throw new IllegalArgumentException(what + " must be between 1 and " + limit + ", not " + value);
        }
    }

    /** Offset of the coordinator block. */
    public long coordinator() {
        return PAGE;
    }

    /** Offset of the submission bitmap, one bit a task. */
    public long submissions() {
        return coordinator() + PAGE;
    }

    /** Number of 64-bit words in the submission bitmap. */
    public int submissionWords() {
        return (maxTasks + Long.SIZE - 1) / Long.SIZE;
    }

    /** Offset of the first lock record. */
    public long locks() {
        return submissions() + pages((long) submissionWords() * Long.BYTES);
    }

    /** Offset of the lock record {@code index}. */
    public long lock(int index) {
        return locks() + (long) index * LockLayout.SIZE;
    }

    /** Offset of the first lock descriptor. */
    public long descriptors() {
        return locks() + pages((long) maxLocks * LockLayout.SIZE);
    }

    /** Offset of the lock descriptor {@code index}. */
    public long descriptor(int index) {
        return descriptors() + (long) index * DescriptorLayout.SIZE;
    }

    /** Offset of the name index, an open-addressing table of 64-bit entries. */
    public long names() {
        return descriptors() + pages((long) maxLocks * DescriptorLayout.SIZE);
    }

    /** Number of entries in the name index: a power of two, at least twice the locks. */
    public int nameEntries() {
        return Integer.highestOneBit(maxLocks) * 4;
    }

    /** Offset of the first process record. */
    public long processes() {
        return names() + pages((long) nameEntries() * Long.BYTES);
    }

    /** Offset of the process record {@code index}. */
    public long process(int index) {
        return processes() + (long) index * ProcessLayout.SIZE;
    }

    /** Offset of the first task slot. */
    public long tasks() {
        return processes() + pages((long) maxProcesses * ProcessLayout.SIZE);
    }

    /** Offset of the task slot {@code index}. */
    public long task(int index) {
        return tasks() + (long) index * TaskLayout.SIZE;
    }

    /** Size of the whole file in bytes. */
    public long fileSize() {
        return tasks() + pages((long) maxTasks * TaskLayout.SIZE);
    }

    private static long pages(long bytes) {
        return (bytes + PAGE - 1) / PAGE * PAGE;
    }
}
