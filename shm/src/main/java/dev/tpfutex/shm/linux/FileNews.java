package dev.tpfutex.shm.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A descriptor that becomes readable when an open file loses a name, is renamed, is shortened, or changes mode or owner:
 * inotify(7). It says that there is something to look at, not what: nothing is heard of a folder above that is renamed. Used by
 * one thread.
 */
public final class FileNews implements AutoCloseable {

    private static final int CLOEXEC_NONBLOCK = 0x80000 | 0x800;

    /** IN_MODIFY, but not by a mapping; IN_ATTRIB, which a change of the number of names is; IN_MOVE_SELF. */
    private static final int EVENTS = 0x2 | 0x4 | 0x800;

    private final int fd;

    private FileNews(int fd) {
        this.fd = fd;
    }

    /** Begins to watch the file of a descriptor; null if the kernel offers no more watches to this user. */
    public static FileNews of(int file) {
        int fd = (int) LibC.call(Abi.Call.INOTIFY_INIT1, CLOEXEC_NONBLOCK);
        if (fd < 0) {
            return null;
        }
        FileNews news = null;
        try (Arena arena = Arena.ofConfined()) {
            // This is the file itself, whatever its path leads to by now.
            long path = LibC.cString(arena, "/proc/self/fd/" + file);
            if (LibC.call(Abi.Call.INOTIFY_ADD_WATCH, fd, path, EVENTS) >= 0) {
                news = new FileNews(fd);
            }
        } finally {
            if (news == null) {
                NativeFiles.close(fd);
            }
        }
        return news;
    }

    /** For {@link Poller#add}. */
    public int descriptor() {
        return fd;
    }

    /** Whether there has been news since the last call; takes it. */
    public boolean take() {
        MemorySegment scratch = LibC.scratch();
        boolean any = false;
        while (LibC.call(Abi.Call.READ, fd, scratch.address() + LibC.BUFFER, LibC.BUFFER_SIZE) > 0) {
            any = true;
        }
        return any;
    }

    @Override
    public void close() {
        NativeFiles.close(fd);
    }
}
