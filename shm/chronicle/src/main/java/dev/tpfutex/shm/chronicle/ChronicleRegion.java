package dev.tpfutex.shm.chronicle;

import dev.tpfutex.shm.spi.SpaceMapper;
import java.io.IOException;
import net.openhft.chronicle.bytes.MappedBytesStore;
import net.openhft.chronicle.bytes.MappedFile;
import net.openhft.chronicle.core.io.BackgroundResourceReleaser;
import net.openhft.chronicle.core.io.ReferenceOwner;

/**
 * The only chunk of a Chronicle file. It must be held as long as the memory is used: of a chunk that nobody refers to
 * the collector ends the mapping.
 */
final class ChronicleRegion implements SpaceMapper.Region {

    private final MappedFile file;
    private final ReferenceOwner owner = ReferenceOwner.temporary("lock space");
    private final MappedBytesStore chunk;

    private ChronicleRegion(MappedFile file) throws IOException {
        this.file = file;
        this.chunk = file.acquireByteStore(owner, 0);
    }

    /** Maps the first chunk; the file is the region's from now on. */
    static ChronicleRegion of(MappedFile file) throws IOException {
        ChronicleRegion region = null;
        try {
            region = new ChronicleRegion(file);
            return region;
        } finally {
            if (region == null) {
                file.releaseLast();
            }
        }
    }

    @Override
    public long address() {
        return chunk.addressForRead(0);
    }

    @Override
    public void unmap() {
        // As a rule the last reference unmaps at once, in this thread; what Chronicle leaves to a thread of its own is hurried.
        chunk.release(owner);
        file.releaseLast();
        BackgroundResourceReleaser.releasePendingResources();
    }
}
