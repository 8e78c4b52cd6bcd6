package dev.tpfutex.robust.point;

import dev.tpfutex.core.Port;
import dev.tpfutex.core.mapped.MappedPort;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A copy of {@link MappedPort} in which each port call begins with {@link PortCalls#before}. It lies in a folder that
 * comes first on the class path of a victim; all other classes are those that users get.
 */
public final class PortPatch {

    private static final ClassDesc PORT = Port.class.describeConstable().orElseThrow();
    private static final ClassDesc HOOK = PortCalls.class.describeConstable().orElseThrow();
    private static final MethodTypeDesc BEFORE =
            MethodTypeDesc.of(ConstantDescs.CD_void, PORT, ConstantDescs.CD_String);

    private static final Path FOLDER = write();

    private PortPatch() {}

    /** The folder with the copy. */
    public static Path folder() {
        return FOLDER;
    }

    private static Path write() {
        try {
            Path root = Files.createTempDirectory("tpfutex-patch");
            Path file = root.resolve(MappedPort.class.getName().replace('.', '/') + ".class");
            Files.createDirectories(file.getParent());
            Files.write(file, patched());
            for (Path path = file; !path.equals(root.getParent()); path = path.getParent()) {
                deleteAtTheEnd(path);
            }
            return root;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Last registered, first deleted: the root must be registered first. */
    private static void deleteAtTheEnd(Path path) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                Files.deleteIfExists(path);
            } catch (IOException notEmpty) {
                // Somebody else's file in there: left.
            }
        }));
    }

    private static byte[] patched() throws IOException {
        Set<String> portCalls = parse(Port.class).methods().stream()
                .filter(method -> method.flags().has(AccessFlag.ABSTRACT))
                .map(PortPatch::signature)
                .collect(Collectors.toSet());
        ClassTransform hooks = (builder, element) -> {
            if (element instanceof MethodModel method && portCalls.remove(signature(method))) {
                String name = method.methodName().stringValue();
                builder.transformMethod(method, MethodTransform.transformingCode(new CallFirst(name)));
            } else {
                builder.with(element);
            }
        };
        byte[] patched = ClassFile.of().transformClass(parse(MappedPort.class), hooks);
        if (!portCalls.isEmpty()) {
            throw new AssertionError(MappedPort.class + " does not declare " + portCalls);
        }
        return patched;
    }

    private static ClassModel parse(Class<?> type) throws IOException {
        try (InputStream code = type.getResourceAsStream(type.getSimpleName() + ".class")) {
            return ClassFile.of().parse(code.readAllBytes());
        }
    }

    private static String signature(MethodModel method) {
        return method.methodName().stringValue() + method.methodType().stringValue();
    }

    private record CallFirst(String name) implements CodeTransform {

        @Override
        public void atStart(CodeBuilder builder) {
            builder.aload(0).ldc(name).invokestatic(HOOK, "before", BEFORE);
        }

        @Override
        public void accept(CodeBuilder builder, CodeElement element) {
            builder.with(element);
        }
    }
}
