package dev.tpfutex.shm.linux;

import java.util.Locale;

/**
 * What differs between the supported machines: the numbers of the system calls and of some flags.
 *
 * <p>Only calls that exist on both architectures are used, which is why there is {@code openat} but no
 * {@code open}, {@code ppoll} but no {@code poll}, and {@code statx} (one structure everywhere) but no
 * {@code fstat}. Sources: {@code arch/x86/entry/syscalls/syscall_64.tbl} and
 * {@code include/uapi/asm-generic/unistd.h} of Linux; syscalls(2).
 */
enum Abi {
    X86_64 {
        @Override
        int number(Call call) {
            return call.x86;
        }

        @Override
        int directoryFlag() {
            return 0x10000;
        }
    },
    AARCH64 {
        @Override
        int number(Call call) {
            return call.arm;
        }

        @Override
        int directoryFlag() {
            return 0x4000;
        }
    };

    /** The system calls in use: number on x86-64, number on aarch64. */
    enum Call {
        ACCEPT4(288, 242),
        BIND(49, 200),
        CLOSE(3, 57),
        CONNECT(42, 203),
        EVENTFD2(290, 19),
        FALLOCATE(285, 47),
        FCHMOD(91, 52),
        FCNTL(72, 25),
        FLOCK(73, 32),
        FSTATFS(138, 44),
        FSYNC(74, 82),
        FUTEX(202, 98),
        FUTEX_WAITV(449, 449),
        GET_ROBUST_LIST(274, 100),
        GETEGID(108, 177),
        GETEUID(107, 175),
        GETPID(39, 172),
        GETSOCKNAME(51, 204),
        GETSOCKOPT(55, 209),
        GETTID(186, 178),
        INOTIFY_ADD_WATCH(254, 27),
        INOTIFY_INIT1(294, 26),
        LINKAT(265, 37),
        LISTEN(50, 201),
        MEMBARRIER(324, 283),
        MMAP(9, 222),
        MREMAP(25, 216),
        MUNMAP(11, 215),
        OPENAT(257, 56),
        PIDFD_OPEN(434, 434),
        PPOLL(271, 73),
        PREAD64(17, 67),
        PWRITE64(18, 68),
        READ(0, 63),
        RECVMSG(47, 212),
        SENDMSG(46, 211),
        SENDTO(44, 206),
        SHUTDOWN(48, 210),
        SOCKET(41, 198),
        STATFS(137, 43),
        STATX(332, 291),
        UNLINKAT(263, 35),
        WRITE(1, 64);

        private final int x86;
        private final int arm;

        Call(int x86, int arm) {
            this.x86 = x86;
            this.arm = arm;
        }
    }

    abstract int number(Call call);

    /** {@code O_DIRECTORY}, which {@code O_TMPFILE} includes. */
    abstract int directoryFlag();

    /** The machine that a JVM with these system properties runs on, or null if it isn't supported. */
    static Abi of(String osName, String osArch) {
        if (!osName.toLowerCase(Locale.ROOT).startsWith("linux")) {
            return null;
        }
        return switch (osArch) {
            case "amd64", "x86_64" -> X86_64;
            case "aarch64" -> AARCH64;
            default -> null;
        };
    }
}
