package dev.tpfutex.robust.space;

import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.robust.mutex.Usability;
import dev.tpfutex.shm.FileIdentity;
import dev.tpfutex.shm.SpaceFile;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The spaces that this JVM is attached to. All handles on one file share one attachment, so that a hold belongs
 * to thread and lock and not to the handle.
 */
public final class Spaces {

    private static final Map<FileIdentity, Attachment> ATTACHMENTS = new HashMap<>();

    private Spaces() {}

    /** Opens a handle, creating file and attachment if need be. */
    public static synchronized OpenSpace open(Path path, SpaceOptions options) {
        SpaceFile file = SpaceFile.openOrCreate(path, options);
        Attachment attachment = ATTACHMENTS.get(file.identity());
        if (attachment != null) {
            file.close();
        } else {
            attachment = Attachment.attach(file, Role.client(options));
            ATTACHMENTS.put(file.identity(), attachment);
        }
        return new OpenSpace(attachment, options.breakDeadlocks());
    }

    /** Gives a handle back; the last one ends the attachment, or throws if locks are still in use. */
    static synchronized void release(Attachment attachment, Usability handle) {
        if (attachment.isLastHandle()) {
            attachment.checkIdle();
            ATTACHMENTS.remove(attachment.file().identity());
            attachment.detach();
        }
        attachment.release(handle);
    }
}
