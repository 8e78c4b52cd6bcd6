package dev.tpfutex.robust.daemon;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a configuration file tells the daemon: one {@code key = value} a line; {@code #} begins a line of comment.
 *
 * @param socket where to listen, if it has not got a socket otherwise; only the first reading of the file counts
 * @param access who may connect to a socket of its own; only the first reading of the file counts
 * @param spaces served for good, as soon as they are there; absolute paths
 * @param extensions by name, with what is said to each; only the first reading of the file counts
 * @param limits how much it takes on
 */
record DaemonConfig(
        Optional<Path> socket,
        ListeningSocket.Access access,
        Set<Path> spaces,
        Map<String, String> extensions,
        DaemonLimits limits) {

    /** What holds if nothing else is said. */
    static final DaemonConfig DEFAULTS = new DaemonConfig(
            Optional.empty(), ListeningSocket.Access.BY_UMASK, Set.of(), Map.of(), DaemonLimits.DEFAULTS);

    private static final String PERMISSIONS = "rwxrwxrwx";

    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException if it is not understood, with the number of the line
     */
    static DaemonConfig read(Path file) throws IOException {
        Reader reader = new Reader();
        List<String> lines = Files.readAllLines(file);
        for (int i = 0; i < lines.size(); i++) {
            try {
                reader.take(lines.get(i).strip());
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(file + ", line " + (i + 1) + ": " + e.getMessage(), e);
            }
        }
        return reader.config();
    }

    /** What has been read so far. */
    private static final class Reader {
        private final Set<Path> spaces = new LinkedHashSet<>();
        private final Map<String, String> extensions = new LinkedHashMap<>();
        private final Set<String> seen = new HashSet<>();
        private Path socket;
        private Set<PosixFilePermission> socketMode;
        private String socketGroup;
        private Integer maxSpaces;
        private Integer maxClients;
        private Integer maxSpacesPerUser;
        private Integer maxClientsPerUser;

        void take(String line) {
            if (line.isEmpty() || line.startsWith("#")) {
                return;
            }
            int equals = line.indexOf('=');
            if (equals < 0) {
                throw new IllegalArgumentException("expected key = value, not: " + line);
            }
            String key = line.substring(0, equals).strip();
            String value = line.substring(equals + 1).strip();
            if (!seen.add(key) && !key.equals("space")) {
                throw new IllegalArgumentException(key + " is there twice");
            }
            set(key, value);
        }

        private void set(String key, String value) {
            switch (key) {
                case "socket" -> socket = path(value);
                case "space" -> spaces.add(path(value));
                case "max-spaces" -> maxSpaces = limit(value);
                case "max-clients" -> maxClients = limit(value);
                case "max-spaces-per-user" -> maxSpacesPerUser = limit(value);
                case "max-clients-per-user" -> maxClientsPerUser = limit(value);
                case "socket-mode" -> socketMode = mode(value);
                case "socket-group" -> socketGroup = value;
                default -> extend(key, value);
            }
        }

        private void extend(String key, String value) {
            if (Extensions.find(key).isEmpty()) {
                throw new IllegalArgumentException("there is no setting " + key + Extensions.whyUnknown(key)
                        + "; there are socket, socket-mode, socket-group, space, max-spaces, max-clients,"
                        + " max-spaces-per-user and max-clients-per-user");
            }
            extensions.put(key, value);
        }

        private static Path path(String value) {
            Path path = Path.of(value);
            if (!path.isAbsolute()) {
                throw new IllegalArgumentException("not an absolute path: " + value);
            }
            return path.normalize();
        }

        private static int limit(String value) {
            try {
                int limit = Integer.parseInt(value);
                if (limit > 0) {
                    return limit;
                }
            } catch (NumberFormatException e) {
                // Said below.
            }
            throw new IllegalArgumentException("expected a number from 1 on, not: " + value);
        }

        /** As for chmod(1), in digits. */
        private static Set<PosixFilePermission> mode(String value) {
            if (!value.matches("0?[0-7]{3}")) {
                throw new IllegalArgumentException("expected a mode such as 0660, not: " + value);
            }
            int bits = Integer.parseInt(value, 8);
            StringBuilder permissions = new StringBuilder(PERMISSIONS);
            for (int i = 0; i < PERMISSIONS.length(); i++) {
                if ((bits & 0400 >> i) == 0) {
                    permissions.setCharAt(i, '-');
                }
            }
            return PosixFilePermissions.fromString(permissions.toString());
        }

        DaemonConfig config() {
            return new DaemonConfig(
                    Optional.ofNullable(socket),
                    new ListeningSocket.Access(Optional.ofNullable(socketMode), Optional.ofNullable(socketGroup)),
                    Set.copyOf(spaces),
                    Map.copyOf(extensions),
                    DaemonLimits.of(maxSpaces, maxClients, maxSpacesPerUser, maxClientsPerUser));
        }
    }
}
