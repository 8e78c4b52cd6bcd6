package dev.tpfutex.shm;

import dev.tpfutex.api.SpaceOpenException;
import dev.tpfutex.api.SpaceOpenException.Reason;
import dev.tpfutex.shm.layout.HeaderLayout;
import dev.tpfutex.shm.layout.SpaceLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.UUID;

/**
 * The header page as a value: written when a file is created, read and checked whenever it is opened.
 *
 * @param layout where everything is
 * @param uuid identity of the space, new for each created file
 * @param bootId the machine's boot during which it was created
 * @param barriers whether readers leave out barriers, so that whoever counts them has to have all pass one
 */
record SpaceHeader(SpaceLayout layout, UUID uuid, UUID bootId, boolean barriers) {

    /** How many bytes from the beginning of the file {@link #check} needs. */
    static final int LENGTH = (int) HeaderLayout.READY + Integer.BYTES;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    /** Writes the header into an empty file that nobody else can see yet. */
    void write(MemorySegment file, long createdMillis) {
        MemorySegment.copy(HeaderLayout.magicBytes(), 0, file, ValueLayout.JAVA_BYTE, HeaderLayout.MAGIC, 8);
        file.set(INT, HeaderLayout.BYTE_ORDER, HeaderLayout.BYTE_ORDER_MARK);
        file.set(INT, HeaderLayout.VERSION, HeaderLayout.CURRENT_VERSION);
        file.set(INT, HeaderLayout.INCOMPATIBLE, barriers ? HeaderLayout.BARRIERS : 0);
        file.set(LONG, HeaderLayout.FILE_SIZE, layout.fileSize());
        file.set(INT, HeaderLayout.MAX_LOCKS, layout.maxLocks());
        file.set(INT, HeaderLayout.MAX_TASKS, layout.maxTasks());
        file.set(INT, HeaderLayout.MAX_PROCESSES, layout.maxProcesses());
        long[] sections = sections(layout);
        MemorySegment.copy(sections, 0, file, LONG, HeaderLayout.SECTIONS, sections.length);
        writeUuid(file, HeaderLayout.UUID, uuid);
        writeUuid(file, HeaderLayout.BOOT_ID, bootId);
        file.set(LONG, HeaderLayout.CREATED, createdMillis);
        // Release: whoever sees the mark sees all of the above.
        INT.varHandle().setRelease(file, HeaderLayout.READY, HeaderLayout.READY_MARK);
    }

    /** Whether this is the header of a mapped file: the identity says so. */
    boolean isIn(MemorySegment file) {
        return file.get(LONG, HeaderLayout.UUID) == uuid.getMostSignificantBits()
                && file.get(LONG, HeaderLayout.UUID + Long.BYTES) == uuid.getLeastSignificantBits();
    }

    private static void writeUuid(MemorySegment file, long offset, UUID uuid) {
        file.set(LONG, offset, uuid.getMostSignificantBits());
        file.set(LONG, offset + Long.BYTES, uuid.getLeastSignificantBits());
    }

    private static long[] sections(SpaceLayout layout) {
        return new long[] {
            layout.coordinator(),
            layout.submissions(),
            layout.locks(),
            layout.descriptors(),
            layout.names(),
            layout.processes(),
            layout.tasks()
        };
    }

    /**
     * Reads a header, believing nothing. The checks go from "is it ours at all" to details, so that the
     * first failure is the one to tell.
     *
     * @param bytes the first {@link #LENGTH} bytes of the file, or all there are
     * @param size of the real file in bytes
     * @throws SpaceOpenException saying what is wrong
     */
    static SpaceHeader check(Path path, byte[] bytes, long size) {
        byte[] magic = HeaderLayout.magicBytes();
        if (bytes.length < magic.length || !Arrays.equals(bytes, 0, magic.length, magic, 0, magic.length)) {
            throw new SpaceOpenException(path, Reason.NOT_A_SPACE_FILE, size == 0 ? "it is empty" : "");
        }
        if (bytes.length < LENGTH) {
            throw new SpaceOpenException(path, Reason.TRUNCATED, "it ends within the header, after " + size + " bytes");
        }
        ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
        boolean barriers = checkFormat(path, header);
        SpaceLayout layout = checkLayout(path, header);
        checkSize(path, layout.fileSize(), size);
        return new SpaceHeader(
                layout, readUuid(header, HeaderLayout.UUID), readUuid(header, HeaderLayout.BOOT_ID), barriers);
    }

    /** Whether the file has the one feature that there is. */
    private static boolean checkFormat(Path path, ByteBuffer header) {
        int order = header.getInt((int) HeaderLayout.BYTE_ORDER);
        if (order == Integer.reverseBytes(HeaderLayout.BYTE_ORDER_MARK)) {
            throw new SpaceOpenException(path, Reason.OTHER_BYTE_ORDER, "this machine is " + ByteOrder.nativeOrder());
        }
        check(path, order == HeaderLayout.BYTE_ORDER_MARK, "its byte-order mark is 0x" + Integer.toHexString(order));
        int version = header.getInt((int) HeaderLayout.VERSION);
        if (version != HeaderLayout.CURRENT_VERSION) {
            throw new SpaceOpenException(
                    path,
                    Reason.OTHER_VERSION,
                    "layout version " + version + ", this library knows version " + HeaderLayout.CURRENT_VERSION);
        }
        int flags = header.getInt((int) HeaderLayout.INCOMPATIBLE);
        if ((flags & ~HeaderLayout.BARRIERS) != 0) {
            throw new SpaceOpenException(
                    path,
                    Reason.OTHER_VERSION,
                    "layout version " + version + " with features 0x" + Integer.toHexString(flags)
                            + ", this library knows version " + HeaderLayout.CURRENT_VERSION + " with 0x"
                            + Integer.toHexString(HeaderLayout.BARRIERS));
        }
        int ready = header.getInt((int) HeaderLayout.READY);
        check(path, ready == HeaderLayout.READY_MARK, "its header is not complete");
        return (flags & HeaderLayout.BARRIERS) != 0;
    }

    private static SpaceLayout checkLayout(Path path, ByteBuffer header) {
        SpaceLayout layout = readLayout(path, header);
        long[] sections = sections(layout);
        for (int i = 0; i < sections.length; i++) {
            long offset = header.getLong((int) HeaderLayout.SECTIONS + i * Long.BYTES);
            check(path, offset == sections[i], "section " + i + " begins at " + offset + ", not at " + sections[i]);
        }
        long recorded = header.getLong((int) HeaderLayout.FILE_SIZE);
        check(
                path,
                recorded == layout.fileSize(),
                "its header says " + recorded + " bytes, its limits need " + layout.fileSize());
        return layout;
    }

    private static SpaceLayout readLayout(Path path, ByteBuffer header) {
        try {
            return new SpaceLayout(
                    header.getInt((int) HeaderLayout.MAX_LOCKS),
                    header.getInt((int) HeaderLayout.MAX_TASKS),
                    header.getInt((int) HeaderLayout.MAX_PROCESSES));
        } catch (IllegalArgumentException impossible) {
            throw new SpaceOpenException(path, Reason.DAMAGED, impossible.getMessage(), impossible);
        }
    }

    private static void checkSize(Path path, long recorded, long size) {
        if (size < recorded) {
            throw new SpaceOpenException(path, Reason.TRUNCATED, size + " of " + recorded + " bytes are left");
        }
        check(path, size == recorded, "it has " + size + " bytes, its header says " + recorded);
    }

    private static void check(Path path, boolean good, String otherwise) {
        if (!good) {
            throw new SpaceOpenException(path, Reason.DAMAGED, otherwise);
        }
    }

    private static UUID readUuid(ByteBuffer header, long offset) {
        return new UUID(header.getLong((int) offset), header.getLong((int) offset + Long.BYTES));
    }
}
