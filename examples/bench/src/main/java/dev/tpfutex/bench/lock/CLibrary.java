package dev.tpfutex.bench.lock;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;

/** Functions of the C library that take numbers, addresses among them, and return a number. */
final class CLibrary {

    private static final Linker LINKER = Linker.nativeLinker();

    private CLibrary() {}

    /**
     * A function whose call may take long: the thread says before that it leaves Java, so that the garbage collector need
     * not wait for it.
     */
    static MethodHandle function(String name, int longs) {
        return link(name, longs);
    }

    /**
     * A function called in the cheapest way that there is, some 10 ns less. The thread still counts as one that runs Java
     * code, and a garbage collection of the whole JVM would wait for it; so only for what never blocks.
     */
    static MethodHandle shortFunction(String name, int longs) {
        return link(name, longs, Linker.Option.critical(false));
    }

    @SuppressWarnings("restricted")
    static MethodHandle link(String name, int longs, Linker.Option... options) {
        return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), signature(ValueLayout.JAVA_INT, longs),
                options);
    }

    /** {@code syscall(2)} with a number and six arguments. */
    @SuppressWarnings("restricted")
    static MethodHandle syscall(Linker.Option... options) {
        return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow("syscall"),
                signature(ValueLayout.JAVA_LONG, 7), options);
    }

    private static FunctionDescriptor signature(MemoryLayout result, int longs) {
        MemoryLayout[] arguments = new MemoryLayout[longs];
        Arrays.fill(arguments, ValueLayout.JAVA_LONG);
        return FunctionDescriptor.of(result, arguments);
    }

    /** Rethrows what a method handle threw, which is never anything that has to be declared. */
    static RuntimeException impossible(Throwable failure) {
        switch (failure) {
            case RuntimeException known -> throw known;
            case Error error -> throw error;
            default -> throw new AssertionError(failure);
        }
    }
}
