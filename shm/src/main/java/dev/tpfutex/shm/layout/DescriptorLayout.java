package dev.tpfutex.shm.layout;

/**
 * A lock descriptor: the name of the lock record of the same index. Written once before the name index
 * points to it.
 *
 * <pre>
 *   0  state   int      0 = free, -1 = linked, otherwise the tag of the process that is inserting it
 *   4  length  int      bytes of the name, 1 to 112
 *   8  hash    int      of the name's bytes
 *  16  name    112 bytes, UTF-8
 * </pre>
 */
public final class DescriptorLayout {

    public static final int SIZE = 128;

    public static final long STATE = 0;
    public static final long LENGTH = 4;
    public static final long HASH = 8;
    public static final long NAME = 16;

    /** Longest name in bytes of UTF-8. */
    public static final int MAX_NAME = 112;

    /** {@link #STATE}: nobody uses this descriptor. */
    public static final int FREE = 0;

    /** {@link #STATE}: the name index points here. */
    public static final int LINKED = -1;

    private DescriptorLayout() {}
}
