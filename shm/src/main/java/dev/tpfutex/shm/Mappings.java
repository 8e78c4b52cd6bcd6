package dev.tpfutex.shm;

import dev.tpfutex.api.SpaceOpenException;
import dev.tpfutex.api.SpaceOpenException.Reason;
import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.shm.layout.SpaceLayout;
import dev.tpfutex.shm.linux.FileStatus;
import dev.tpfutex.shm.spi.SpaceMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/**
 * How the memory that locks are taken in is mapped: by ourselves, unless option or system property name a
 * {@link SpaceMapper}. Who names none has nobody look for one.
 */
final class Mappings {

    /** System property with the name of the mapper for spaces opened without one. */
    private static final String PROPERTY = "tpfutex.mapping";

    /** What our own is called, for those whom the property would give another. */
    private static final String OWN = "ffm";

    private Mappings() {}

    /**
     * Maps a checked file.
     *
     * @param fd a descriptor of it
     * @throws SpaceOpenException if that fails, or there is no such mapper
     */
    static FileMapping map(Path path, int fd, SpaceHeader header, SpaceOptions options) {
        long size = header.layout().fileSize();
        String name = options.mapping().orElse(System.getProperty(PROPERTY, OWN));
        return name.equals(OWN) ? FileMapping.of(path, fd, size) : mapBy(find(path, name), path, fd, header);
    }

    private static SpaceMapper find(Path path, String name) {
        List<String> installed = new ArrayList<>(List.of(OWN));
        try {
            // As for implementations of the API: its loader first, then that of a container.
            for (ClassLoader loader : loaders()) {
                for (SpaceMapper mapper : ServiceLoader.load(SpaceMapper.class, loader)) {
                    if (mapper.name().equals(name)) {
                        return mapper;
                    }
                    installed.add(mapper.name());
                }
            }
        } catch (ServiceConfigurationError broken) {
            throw new SpaceOpenException(path, Reason.NO_SUCH_MAPPING, "\"" + name + "\": " + broken, broken);
        }
        throw new SpaceOpenException(path, Reason.NO_SUCH_MAPPING,
                "\"" + name + "\" is not on class path or module path, only " + installed);
    }

    private static List<ClassLoader> loaders() {
        ClassLoader own = SpaceMapper.class.getClassLoader();
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return context == null || context == own ? List.of(own) : List.of(own, context);
    }

    private static FileMapping mapBy(SpaceMapper mapper, Path path, int fd, SpaceHeader header) {
        SpaceMapper.Region region;
        try {
            region = mapper.map(Path.of("/proc/self/fd/" + fd), header.layout().fileSize());
        } catch (IOException failed) {
            throw new SpaceOpenException(path, Reason.IO, "mapping it by \"" + mapper.name() + "\"", failed);
        } catch (IllegalStateException lacking) {
            throw new SpaceOpenException(path, Reason.NO_SUCH_MAPPING, lacking.getMessage(), lacking);
        } catch (RuntimeException | LinkageError | AssertionError broken) {
            throw new SpaceOpenException(path, Reason.NO_SUCH_MAPPING, mapper.name() + ": " + broken, broken);
        }
        FileMapping mapping = new FileMapping(region.address(), header.layout().fileSize(), region::unmap);
        boolean good = false;
        try {
            check(mapping, path, mapper, header);
            // Many a library lengthens a file that somebody has shortened meanwhile; the new part is a hole.
            SpaceCheck.of(path, fd, FileStatus.of(fd));
            good = true;
            return mapping;
        } finally {
            if (!good) {
                mapping.unmap();
            }
        }
    }

    /** A mapper that maps something else would be found out by nobody until it is too late. */
    private static void check(FileMapping mapping, Path path, SpaceMapper mapper, SpaceHeader header) {
        boolean aligned = mapping.address() % SpaceLayout.PAGE == 0;
        if (!aligned || !header.isIn(mapping.segment())) {
            throw new SpaceOpenException(path, Reason.NO_SUCH_MAPPING, "what \"" + mapper.name() + "\" has mapped is "
                    + (aligned ? "another file" : "not aligned to pages"));
        }
    }
}
