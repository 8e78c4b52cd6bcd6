package dev.tpfutex.robust.mutex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tpfutex.core.mapped.MappedPort;
import dev.tpfutex.robust.observe.Observers;
import dev.tpfutex.robust.task.TaskContext;
import dev.tpfutex.robust.task.TaskRegistry;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Which errors of the JVM say that a file was shortened. */
class MutexContextTest {

    private record Context(Path path) implements MutexContext {

        @Override
        public MappedPort port() {
            return null;
        }

        @Override
        public TaskRegistry tasks() {
            return null;
        }

        @Override
        public Observers observers() {
            return null;
        }

        @Override
        public void checkOpen() {}

        @Override
        public Usability usability() {
            return null;
        }

        @Override
        public TaskContext taskOrThrow() {
            return null;
        }
    }

    private final MutexContext context = new Context(Path.of("orders.tpf"));

    @Test
    void anAccessToMemoryThatIsGone() {
        InternalError error = new InternalError("a fault occurred in an unsafe memory access operation");
        assertThat(context.truncated(error)).hasMessageContaining("orders.tpf").hasCause(error);
    }

    @Test
    void otherErrorsGoOnAsTheyAre() {
        InternalError error = new InternalError("something else");
        assertThatThrownBy(() -> context.truncated(error)).isSameAs(error);
        InternalError silent = new InternalError();
        assertThatThrownBy(() -> context.truncated(silent)).isSameAs(silent);
    }
}
