package dev.tpfutex.shm;

import dev.tpfutex.shm.linux.FileStatus;
import java.nio.file.Path;

/**
 * Which file it is, whatever names lead to it: two paths with equal identities are one file. The kernel
 * does not reissue an inode number while anybody has the file open. Immutable; fit to be a map key.
 *
 * @param device number of the device
 * @param inode number of the file on the device
 */
public record FileIdentity(long device, long inode) {

    static FileIdentity of(FileStatus status) {
        return new FileIdentity(status.device(), status.inode());
    }

    /** Whether a path leads to this file. Costs a system call. */
    boolean isAt(Path path) {
        FileStatus status = FileStatus.of(path.toString());
        return status != null && equals(of(status));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FileIdentity that && device == that.device && inode == that.inode;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(inode * 31 + device);
    }
}
