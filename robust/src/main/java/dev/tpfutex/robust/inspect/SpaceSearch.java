package dev.tpfutex.robust.inspect;

import dev.tpfutex.shm.layout.HeaderLayout;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;

/** Finds the space files in a folder and some levels below, by how they begin. */
public final class SpaceSearch {

    /** Levels that are searched: the folder itself, and two below. */
    public static final int LEVELS = 3;

    /** Most files that are looked at, so that a full folder does not take for ever. */
    private static final int MOST_FILES = 100_000;

    private SpaceSearch() {}

    /** The spaces there, sorted by path. What may not be read is left out. */
    public static List<Path> in(Path folder) throws IOException {
        List<Path> found = new ArrayList<>();
        int[] looked = {0};
        Files.walkFileTree(folder, EnumSet.noneOf(FileVisitOption.class), LEVELS, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (attributes.isRegularFile() && looksLikeSpace(file)) {
                    found.add(file);
                }
                return ++looked[0] < MOST_FILES ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException notAllowedOrGone) {
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, IOException notAllowedOrGone) {
                return FileVisitResult.CONTINUE;
            }
        });
        found.sort(null);
        return found;
    }

    /** Whether a regular file begins as space files do, of whichever version. */
    public static boolean looksLikeSpace(Path file) {
        byte[] magic = HeaderLayout.magicBytes();
        try (InputStream input = Files.newInputStream(file)) {
            return Arrays.equals(input.readNBytes(magic.length), magic);
        } catch (IOException notAllowedOrGone) {
            return false;
        }
    }
}
