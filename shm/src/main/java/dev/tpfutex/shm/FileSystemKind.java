package dev.tpfutex.shm;

import dev.tpfutex.api.SpaceOpenException;
import dev.tpfutex.api.SpaceOpenException.Reason;
import java.nio.file.Path;

/**
 * The file systems that a space may lie on: those where all processes that map a file share its memory,
 * and where futex words and byte-range locks work. A list of the known good; everything else is refused,
 * since a wrong guess would mean locks that exclude nobody.
 *
 * <p>The numbers are the {@code f_type} of statfs(2), {@code include/uapi/linux/magic.h}.
 */
enum FileSystemKind {
    TMPFS(0x01021994L, true, false),
    EXT(0xEF53L, true, true),
    XFS(0x58465342L, true, true),
    BTRFS(0x9123683EL, true, true),
    F2FS(0xF2F52010L, true, true),
    /** Stores blocks of zeros as nothing, so its block count says nothing about holes. */
    ZFS(0x2FC12FC1L, false, true),
    /** Whatever lies below, which may be ZFS. Containers have it as their root. */
    OVERLAYFS(0x794C7630L, false, true);

    private final long magic;
    private final boolean countsBlocks;
    private final boolean onDisk;

    FileSystemKind(long magic, boolean countsBlocks, boolean onDisk) {
        this.magic = magic;
        this.countsBlocks = countsBlocks;
        this.onDisk = onDisk;
    }

    /**
     * The kind of a file system.
     *
     * @param space the file that lies there or is to be created, for the message
     * @param type {@code f_type} as statfs(2) gives it, unsigned
     * @throws SpaceOpenException with {@code UNSUITABLE_FILE_SYSTEM}, naming the file system
     */
    static FileSystemKind require(Path space, long type) {
        for (FileSystemKind kind : values()) {
            if (kind.magic == type) {
                return kind;
            }
        }
        throw new SpaceOpenException(space, Reason.UNSUITABLE_FILE_SYSTEM, "it is on " + nameOf(type));
    }

    /** Whether a file with holes has fewer blocks than its size needs, and a file without has not. */
    boolean countsBlocks() {
        return countsBlocks;
    }

    /** Whether files outlive the machine's boot. */
    boolean onDisk() {
        return onDisk;
    }

    private static String nameOf(long type) {
        String name = knownName((int) type);
        return name == null ? "an unknown file system, type 0x" + Long.toHexString(type) : name;
    }

    private static String knownName(int type) {
        return switch (type) {
            case 0x6969 -> "NFS";
            case 0x517B, 0xFE534D42, 0xFF534D42 -> "SMB (CIFS)";
            case 0x01021997 -> "9p";
            case 0x65735546 -> "FUSE (or virtiofs)";
            case 0x00C36400 -> "Ceph";
            case 0x5346414F, 0x6B414653 -> "AFS";
            case 0x73757245 -> "Coda";
            case 0x01161970 -> "GFS2";
            case 0x7461636F -> "OCFS2";
            case 0x0BD00BD0 -> "Lustre";
            case 0x47504653 -> "GPFS";
            case 0x19830326 -> "BeeGFS";
            case 0x786F4256 -> "a VirtualBox shared folder";
            case 0xBACBACBC -> "a VMware shared folder";
            case 0x4D44 -> "FAT";
            case 0x2011BAB0 -> "exFAT";
            case 0x5346544E, 0x7366746E -> "NTFS";
            case 0x958458F6 -> "hugetlbfs";
            case 0x858458F6 -> "ramfs";
            case 0x9FA0 -> "proc";
            case 0x62656572 -> "sysfs";
            case 0x73717368 -> "squashfs, which is read-only";
            default -> null;
        };
    }
}
