package dev.tpfutex.robust;

import dev.tpfutex.robust.peer.JvmCommand;
import dev.tpfutex.shm.chronicle.ChronicleMapper;
import java.util.List;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Has this JVM and all that the tests of a class start map their spaces by Chronicle Bytes. */
final class OverChronicle implements BeforeAllCallback, AfterAllCallback {

    private static final String MAPPING = "tpfutex.mapping";

    @Override
    public void beforeAll(ExtensionContext context) {
        System.setProperty(MAPPING, "chronicle");
        System.setProperty(JvmCommand.FOR_ALL,
                String.join(" ", ChronicleMapper.JVM_FLAGS) + " -D" + MAPPING + "=chronicle");
        System.setProperty(JvmCommand.ALSO_ON_PATH, System.getProperty("java.class.path"));
    }

    @Override
    public void afterAll(ExtensionContext context) {
        List.of(MAPPING, JvmCommand.FOR_ALL, JvmCommand.ALSO_ON_PATH).forEach(System::clearProperty);
    }
}
