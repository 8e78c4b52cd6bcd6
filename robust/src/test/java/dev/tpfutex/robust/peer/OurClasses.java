package dev.tpfutex.robust.peer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The byte code of the library, without that of tests. */
public final class OurClasses {

    private OurClasses() {}

    /** Every class of the modules that users have. */
    public static List<ClassModel> all() {
        List<ClassModel> classes = new ArrayList<>();
        JvmCommand.libraryFolders().forEach(folder -> {
            try {
                addAll(folder, classes);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        return classes;
    }

    private static void addAll(Path folderOrJar, List<ClassModel> classes) throws IOException {
        if (Files.isDirectory(folderOrJar)) {
            addTree(folderOrJar, classes);
            return;
        }
        try (FileSystem jar = FileSystems.newFileSystem(URI.create("jar:" + folderOrJar.toUri()), java.util.Map.of())) {
            addTree(jar.getPath("/"), classes);
        }
    }

    private static void addTree(Path root, List<ClassModel> classes) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".class")).toList()) {
                classes.add(ClassFile.of().parse(Files.readAllBytes(file)));
            }
        }
    }
}
