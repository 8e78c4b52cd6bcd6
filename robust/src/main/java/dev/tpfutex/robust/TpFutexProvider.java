package dev.tpfutex.robust;

import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.api.spi.LockSpaceProvider;
import dev.tpfutex.robust.space.Spaces;
import java.nio.file.Path;

/** Opens spaces for {@link LockSpace#open}. */
public final class TpFutexProvider implements LockSpaceProvider {

    /** Created by the service loader. */
    public TpFutexProvider() {}

    @Override
    public LockSpace open(Path path, SpaceOptions options) {
        return Spaces.open(path, options);
    }
}
