package dev.tpfutex.api;

import dev.tpfutex.api.spi.LockSpaceProvider;
import java.util.Optional;
import java.util.ServiceLoader;

/** Finds the implementation. */
final class Providers {

    private Providers() {}

    static LockSpaceProvider find() {
        return find(LockSpace.class.getClassLoader(), Thread.currentThread().getContextClassLoader());
    }

    /** The API's own loader first; the context loader serves containers that keep the implementation apart. */
    static LockSpaceProvider find(ClassLoader api, ClassLoader context) {
        return first(api).or(() -> first(context)).orElseThrow(() -> new IllegalStateException(
                "No implementation of lock spaces found: add the artifact dev.tpfutex:tpfutex-robust to the class path"
                        + " or module path (it must provide " + LockSpaceProvider.class.getName() + ")."));
    }

    private static Optional<LockSpaceProvider> first(ClassLoader loader) {
        return ServiceLoader.load(LockSpaceProvider.class, loader).findFirst();
    }
}
