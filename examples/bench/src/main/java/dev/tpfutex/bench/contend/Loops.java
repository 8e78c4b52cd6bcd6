package dev.tpfutex.bench.contend;

import dev.tpfutex.bench.lock.LockType;
import dev.tpfutex.bench.lock.Tally;
import dev.tpfutex.bench.lock.TestedMutex;
import dev.tpfutex.bench.lock.TestedRwLock;
import dev.tpfutex.bench.result.Workload;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.EnumMap;
import java.util.Map;

/**
 * Makes loops, with a copy of the class for each type of lock. The compiler goes by what it has seen a method do; in a
 * loop that all types share it would have seen many locks, and put none of them into the loop. So the two templates have
 * no code in common, though they could: only what is in a class itself is copied.
 */
final class Loops {

    private final Class<?> template;
    private final MethodType constructor;
    private final Map<LockType, MethodHandle> copies = new EnumMap<>(LockType.class);

    Loops(boolean rw) {
        template = rw ? RwLoop.class : MutexLoop.class;
        constructor = MethodType.methodType(void.class, rw ? TestedRwLock.class : TestedMutex.class, SharedPage.class,
                Meter.class, Work.class, Tally.class, Workload.class, int.class);
    }

    /** @param lock a mutex, or a reader-writer lock */
    Loop create(LockType type, TestedMutex lock, SharedPage page, Meter meter, Work work, Tally tally,
            Workload workload, int thread) {
        MethodHandle copy = copies.computeIfAbsent(type, which -> load());
        try {
            return (Loop) copy.invoke(lock, page, meter, work, tally, workload, thread);
        } catch (RuntimeException | Error failure) {
            throw failure;
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
    }

    private MethodHandle load() {
        try (InputStream bytes = template.getResourceAsStream(template.getSimpleName() + ".class")) {
            MethodHandles.Lookup copy = MethodHandles.lookup().defineHiddenClass(bytes.readAllBytes(), true);
            return copy.findConstructor(copy.lookupClass(), constructor);
        } catch (IOException | ReflectiveOperationException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
