package dev.tpfutex.robust.daemon;

import dev.tpfutex.shm.linux.Errno;
import dev.tpfutex.shm.linux.NativeFiles;
import dev.tpfutex.shm.linux.UnixStream;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.util.Optional;
import java.util.Set;

/**
 * Where the daemon listens: a socket file of its own, or a socket of the service manager's, which stays when we go.
 *
 * <p>Whether a socket file is left over from a daemon that was killed only a look can tell, and between look and removal
 * another daemon might make it its own. So both happen while the directory is locked, as does what follows until we
 * listen: of any number of daemons that start at once, one comes first, and the others find it listening.
 */
final class ListeningSocket implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger("dev.tpfutex.daemon");

    /** How many may wait to be accepted; the kernel has a limit of its own (net.core.somaxconn). */
    private static final int BACKLOG = 4096;

    /**
     * Who may connect to a socket of our own.
     *
     * @param mode of the file; if not said it is 0777 without the umask
     * @param group of the file
     */
    record Access(Optional<Set<PosixFilePermission>> mode, Optional<String> group) {

        static final Access BY_UMASK = new Access(Optional.empty(), Optional.empty());
    }

    private final Path path;
    /** Which file the socket was when we made it; null if it is the service manager's. */
    private final Object key;
    private final int fd;
    private boolean closed;

    private ListeningSocket(Path path, Object key, int fd) {
        this.path = path;
        this.key = key;
        this.fd = fd;
    }

    /** One that the service manager has made. */
    static ListeningSocket ofManager(int fd) {
        return new ListeningSocket(Path.of(UnixStream.path(fd)), null, fd);
    }

    /** One of our own; a socket that a killed daemon has left behind is replaced, anything else is left alone. */
    static ListeningSocket bind(Path socket, Access access) throws IOException {
        Path directory = socket.toAbsolutePath().getParent();
        if (!Files.isDirectory(directory)) {
            // One level, as for a runtime directory; more would hide a slip of the pen.
            Files.createDirectory(directory);
        }
        try (DirectoryLock _ = DirectoryLock.of(directory)) {
            removeLeftOver(socket);
            int fd = UnixStream.listen(socket, BACKLOG, access.mode().isPresent() || access.group().isPresent());
            if (fd < 0) {
                throw new IOException("cannot listen on " + socket + ": " + Errno.describe(fd));
            }
            return new ListeningSocket(socket, admit(socket, access, fd), fd);
        }
    }

    /** The file's key, once those may connect that shall; until then nobody could. */
    private static Object admit(Path socket, Access access, int fd) throws IOException {
        boolean done = false;
        try {
            PosixFileAttributeView view =
                    Files.getFileAttributeView(socket, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
            if (access.group().isPresent()) {
                view.setGroup(group(access.group().get()));
            }
            if (access.mode().isPresent()) {
                Files.setPosixFilePermissions(socket, access.mode().get());
            }
            Object key = keyOf(socket);
            done = true;
            return key;
        } catch (IOException e) {
            throw new IOException("cannot give " + socket + " its group and mode: " + e, e);
        } finally {
            if (!done) {
                NativeFiles.close(fd);
                Files.deleteIfExists(socket);
            }
        }
    }

    private static GroupPrincipal group(String name) throws IOException {
        try {
            return FileSystems.getDefault().getUserPrincipalLookupService().lookupPrincipalByGroupName(name);
        } catch (UserPrincipalNotFoundException e) {
            throw new IOException("there is no group " + name, e);
        }
    }

    private static void removeLeftOver(Path socket) throws IOException {
        if (!Files.exists(socket, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (!Files.readAttributes(socket, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS).isOther()) {
            throw new IOException(socket + " exists and is not a socket; it is left alone");
        }
        int probe = UnixStream.connect(socket);
        NativeFiles.close(probe);
        switch (-probe) {
            case Errno.ECONNREFUSED, Errno.ENOENT -> Files.deleteIfExists(socket);
            case Errno.EACCES, Errno.EPERM ->
                throw new IOException(socket + " is somebody else's, and cannot be asked whether a daemon listens");
            // Connected, or its queue is full.
            default -> throw new IOException("another daemon listens on " + socket);
        }
    }

    private static Object keyOf(Path socket) throws IOException {
        return Files.readAttributes(socket, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS).fileKey();
    }

    /** Where clients connect. */
    Path path() {
        return path;
    }

    /** The descriptor, which does not block. */
    int fd() {
        return fd;
    }

    /** Removes the socket file, if it is ours. One of the service manager's stays: who connects is for our successor. */
    @Override
    public synchronized void close() {
        if (closed || key == null) {
            return;
        }
        closed = true;
        try (DirectoryLock _ = DirectoryLock.of(path.toAbsolutePath().getParent())) {
            NativeFiles.close(fd);
            // By now it may be that of a successor.
            if (Files.exists(path, LinkOption.NOFOLLOW_LINKS) && key.equals(keyOf(path))) {
                Files.delete(path);
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "closing " + path, e);
        }
    }
}
