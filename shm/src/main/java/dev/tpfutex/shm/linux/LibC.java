package dev.tpfutex.shm.linux;

import dev.tpfutex.api.SpaceOpenException;
import dev.tpfutex.api.SpaceOpenException.Reason;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The only gate to native code: {@code syscall(2)} of the C library, with six arguments.
 *
 * <p>One handle serves every call. The kernel ignores arguments that a call does not have, so passing
 * zeros is harmless, and passing everything as {@code long} matches how the kernel reads registers.
 * Addresses are passed as numbers: whoever passes one keeps the memory alive until the call returns.
 *
 * <p>Thread-safe: {@code errno} and small structures live in memory of the calling thread, see
 * {@link #scratch()}. Callable from virtual threads; a call that blocks then pins the carrier.
 */
public final class LibC {

    /** Offset in the scratch memory of {@code struct timespec}. */
    static final long TIMESPEC = 16;

    /** Offset in the scratch memory of the general buffer. */
    static final long BUFFER = 64;

    /** Size of the general buffer in bytes; {@code struct statx}, the largest user, needs 256. */
    static final int BUFFER_SIZE = 448;

    /** The current directory, for the calls that resolve a path against a directory. */
    static final long AT_FDCWD = -100;

    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    // Leaf calls only use it and none calls another meanwhile, so one buffer a thread is enough. It is
    // per thread, not per call, because a futex wait must not allocate.
    private static final ThreadLocal<MemorySegment> SCRATCH = new Scratch();

    // Path names are bytes; this is how java.nio.file encodes them.
    private static final Charset NAMES =
            Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"), StandardCharsets.UTF_8);

    private LibC() {}

    /** A class, not a lambda: the first lambda of a JVM costs milliseconds. */
    private static final class Scratch extends ThreadLocal<MemorySegment> {

        @Override
        protected MemorySegment initialValue() {
            return Arena.ofAuto().allocate(BUFFER + BUFFER_SIZE, 16);
        }
    }

    /** Linked at the first call, not when some class that mentions it is loaded. */
    @SuppressWarnings("restricted")
    private static final class Handle {

        static final MethodHandle SYSCALL;

        /** Why there is no handle, if there is none. Kept, since a class is initialised only once. */
        static final IllegalCallerException DENIED;

        static {
            MethodHandle linked = null;
            IllegalCallerException denied = null;
            try {
                linked = link();
            } catch (IllegalCallerException e) {
                denied = e;
            }
            SYSCALL = linked;
            DENIED = denied;
        }

        private static MethodHandle link() {
            Linker linker = Linker.nativeLinker();
            ValueLayout.OfLong word = ValueLayout.JAVA_LONG;
            return linker.downcallHandle(
                    linker.defaultLookup().findOrThrow("syscall"),
                    FunctionDescriptor.of(word, word, word, word, word, word, word, word),
                    Linker.Option.firstVariadicArg(1),
                    Linker.Option.captureCallState("errno"));
        }
    }

    /** The numbers of this machine; a class of its own so that other machines fail with a message. */
    private static final class Numbers {

        static final Abi ABI = Abi.of(System.getProperty("os.name"), System.getProperty("os.arch"));
        static final long[] CALLS = numbers();

        private static long[] numbers() {
            long[] numbers = new long[Abi.Call.values().length];
            for (Abi.Call call : Abi.Call.values()) {
                numbers[call.ordinal()] = ABI.number(call);
            }
            return numbers;
        }
    }

    /**
     * Fails unless this machine is one whose system calls are known and this JVM may call them.
     *
     * @param space the file that is to be opened, for the message
     * @throws SpaceOpenException with {@code UNSUPPORTED_SYSTEM}: not Linux, another architecture, or
     *     native access denied to this module
     */
    public static void requireSupported(Path space) {
        requireKnown(space, System.getProperty("os.name"), System.getProperty("os.arch"));
        if (Handle.DENIED != null) {
            throw new SpaceOpenException(
                    space,
                    Reason.UNSUPPORTED_SYSTEM,
                    "this JVM denies native access; start it with --enable-native-access=dev.tpfutex.shm, "
                            + "or ALL-UNNAMED if the library is on the class path",
                    Handle.DENIED);
        }
    }

    /** The part of {@link #requireSupported} that looks at names only. */
    static void requireKnown(Path space, String osName, String osArch) {
        if (Abi.of(osName, osArch) == null) {
            throw new SpaceOpenException(space, Reason.UNSUPPORTED_SYSTEM, osName + " on " + osArch);
        }
    }

    static Abi abi() {
        return Numbers.ABI;
    }

    /** The calling thread's memory for {@code errno}, a timeout and small structures. */
    static MemorySegment scratch() {
        return SCRATCH.get();
    }

    /** Stores a timeout of {@code nanos} in the calling thread's scratch memory and returns its address. */
    static long timespec(MemorySegment scratch, long nanos) {
        scratch.set(ValueLayout.JAVA_LONG, TIMESPEC, nanos / NANOS_PER_SECOND);
        scratch.set(ValueLayout.JAVA_LONG, TIMESPEC + Long.BYTES, nanos % NANOS_PER_SECOND);
        return scratch.address() + TIMESPEC;
    }

    /**
     * Makes a system call.
     *
     * @param scratch the calling thread's {@link #scratch()}
     * @return what the call returned, or the negative error number
     */
    static long call(MemorySegment scratch, Abi.Call call, long a, long b, long c, long d, long e, long f) {
        long result;
        try {
            result = (long) Handle.SYSCALL.invokeExact(scratch, Numbers.CALLS[call.ordinal()], a, b, c, d, e, f);
        } catch (RuntimeException | Error known) {
            throw known;
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
        return result == -1 ? -scratch.get(ValueLayout.JAVA_INT, 0) : result;
    }

    static long call(Abi.Call call, long a, long b, long c, long d, long e) {
        return call(scratch(), call, a, b, c, d, e, 0);
    }

    static long call(Abi.Call call, long a, long b, long c) {
        return call(scratch(), call, a, b, c, 0, 0, 0);
    }

    static long call(Abi.Call call, long a) {
        return call(scratch(), call, a, 0, 0, 0, 0, 0);
    }

    /** A path as the kernel wants it: bytes, then a zero. */
    static long cString(Arena arena, String path) {
        byte[] bytes = path.getBytes(NAMES);
        MemorySegment copy = arena.allocate(bytes.length + 1L);
        MemorySegment.copy(bytes, 0, copy, ValueLayout.JAVA_BYTE, 0, bytes.length);
        return copy.address();
    }

    /** Copies the first {@code length} bytes of the calling thread's buffer. */
    static byte[] bufferBytes(MemorySegment scratch, int length) {
        byte[] bytes = new byte[length];
        MemorySegment.copy(scratch, ValueLayout.JAVA_BYTE, BUFFER, bytes, 0, length);
        return bytes;
    }
}
