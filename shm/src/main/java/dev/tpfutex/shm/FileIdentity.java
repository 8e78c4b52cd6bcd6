package dev.tpfutex.shm;

/**
 * Which file it is, whatever names lead to it: two paths with equal identities are one file. The kernel
 * does not reissue an inode number while anybody has the file open. Immutable; fit to be a map key.
 *
 * @param device number of the device
 * @param inode number of the file on the device
 */
public record FileIdentity(long device, long inode) {

    @Override
    public boolean equals(Object other) {
        return other instanceof FileIdentity that && device == that.device && inode == that.inode;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(inode * 31 + device);
    }
}
