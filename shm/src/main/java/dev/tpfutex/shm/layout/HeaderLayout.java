package dev.tpfutex.shm.layout;

/**
 * The header page, written once at creation and never changed after {@link #READY}.
 *
 * <pre>
 *   0  magic              8 bytes  "TPFUTEX\0"
 *   8  byte-order mark    int      0x01020304 as the creator's machine writes it
 *  12  layout version     int      another version refuses the file
 *  16  compatible flags   int      unknown bits may be ignored
 *  20  incompatible flags int      unknown bits refuse the file
 *  24  file size          long
 *  32  max locks          int
 *  36  max tasks          int
 *  40  max processes      int
 *  48  section offsets    6 longs  coordinator, submissions, locks, descriptors, names, processes
 *  96  tasks offset       long
 * 104  space uuid         2 longs
 * 120  boot id            2 longs  of the machine's boot in which the file was created
 * 136  created            long     wall clock, milliseconds since 1970, for people only
 * 248  ready              int      written last
 * </pre>
 */
public final class HeaderLayout {

    public static final long MAGIC = 0;
    public static final long BYTE_ORDER = 8;
    public static final long VERSION = 12;
    public static final long COMPATIBLE = 16;
    public static final long INCOMPATIBLE = 20;

    /** A flag of {@link #INCOMPATIBLE}: readers leave out a barrier, and whoever counts them has all pass one. */
    public static final int BARRIERS = 1;

    public static final long FILE_SIZE = 24;
    public static final long MAX_LOCKS = 32;
    public static final long MAX_TASKS = 36;
    public static final long MAX_PROCESSES = 40;
    public static final long SECTIONS = 48;
    public static final long UUID = 104;
    public static final long BOOT_ID = 120;
    public static final long CREATED = 136;
    public static final long READY = 248;

    /** The bytes {@code T P F U T E X 0}, as a big-endian long: compare byte by byte, not as a word. */
    public static final byte[] magicBytes() {
        return new byte[] {'T', 'P', 'F', 'U', 'T', 'E', 'X', 0};
    }

    /** Value of {@link #BYTE_ORDER}. Read on a machine of the other order it is 0x04030201. */
    public static final int BYTE_ORDER_MARK = 0x01020304;

    /** Version of the layout in this package; any change of an offset or a meaning raises it. */
    public static final int CURRENT_VERSION = 2;

    /** Value of {@link #READY} once the file is complete. */
    public static final int READY_MARK = 0x52454459;

    private HeaderLayout() {}
}
