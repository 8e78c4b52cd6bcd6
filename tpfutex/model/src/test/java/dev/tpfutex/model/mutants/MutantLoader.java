package dev.tpfutex.model.mutants;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Core and model once more, with one class of the core compiled from a changed source. It never gets to a file, let
 * alone into a jar.
 */
final class MutantLoader extends ClassLoader {

    private static final List<String> OWN = List.of("dev.tpfutex.core.", "dev.tpfutex.model.");
    private static final Path SOURCES = Path.of("../src/main/java/dev/tpfutex/core");

    private final Map<String, byte[]> changed;

    private MutantLoader(Map<String, byte[]> changed) {
        super(MutantLoader.class.getClassLoader());
        this.changed = changed;
    }

    /** Fails if the mutant does not apply to the present source. */
    static ClassLoader of(Mutant mutant) throws IOException {
        String source = Files.readString(SOURCES.resolve(mutant.file()));
        int at = source.indexOf(mutant.before());
        if (at < 0 || source.indexOf(mutant.before(), at + 1) >= 0) {
            throw new AssertionError(
                    "mutant \"" + mutant + "\": its snippet must be exactly once in " + mutant.file());
        }
        return new MutantLoader(compile(mutant, source.replace(mutant.before(), mutant.after())));
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (OWN.stream().noneMatch(name::startsWith)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null) {
                return loaded;
            }
            byte[] bytes = changed.containsKey(name) ? changed.get(name) : original(name);
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    private byte[] original(String name) throws ClassNotFoundException {
        try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, byte[]> compile(Mutant mutant, String source) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Map<String, byte[]> classes = new HashMap<>();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager standard = compiler.getStandardFileManager(null, null, null)) {
            JavaFileManager manager = new InMemory(standard, classes);
            List<String> options = List.of("-proc:none", "-classpath", System.getProperty("java.class.path"));
            boolean compiled = compiler
                    .getTask(messages, manager, null, options, null, List.of(new Source(mutant.file(), source)))
                    .call();
            if (!compiled) {
                throw new AssertionError("mutant \"" + mutant + "\" does not compile: " + messages);
            }
        }
        return classes;
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String file, String text) {
            super(URI.create("mutant:///" + file), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    /** Keeps what the compiler writes. */
    private static final class InMemory extends ForwardingJavaFileManager<JavaFileManager> {
        private final Map<String, byte[]> classes;

        InMemory(JavaFileManager standard, Map<String, byte[]> classes) {
            super(standard);
            this.classes = classes;
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("mutant:///" + name.replace('.', '/') + ".class"), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return new ByteArrayOutputStream() {
                        @Override
                        public void close() {
                            classes.put(name, toByteArray());
                        }
                    };
                }
            };
        }
    }
}
