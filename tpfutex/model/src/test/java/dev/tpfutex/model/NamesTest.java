package dev.tpfutex.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tpfutex.core.NameIndex;
import dev.tpfutex.shm.layout.LockLayout;
import dev.tpfutex.shm.layout.SpaceLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Names that several JVMs give to the locks of one file, one after the other. */
class NamesTest {

    private static final int LOCKS = 3_000;
    private static final SpaceLayout LAYOUT = new SpaceLayout(LOCKS, 1, 1);

    private final World world = new World(Chooser.seeded(0), LAYOUT, false, false);
    private final SimPort port = world.port;

    private int insert(NameIndex jvm, int number) {
        return jvm.findOrInsert(("lock " + number).getBytes(StandardCharsets.UTF_8), LockLayout.KIND_MUTEX, 0);
    }

    /** The port calls that it takes to insert some names. */
    private long callsToInsert(NameIndex jvm, int from, int to) {
        long before = world.steps();
        Actor actor = world.spawn("names", 0, () -> {
            for (int number = from; number < to; number++) {
                insert(jvm, number);
            }
        });
        world.runUntilOver(actor, Long.MAX_VALUE);
        return world.steps() - before;
    }

    @Test
    @DisplayName("The last of many names costs about as much as the first")
    void manyNames() {
        NameIndex jvm = new NameIndex(port);
        long first = callsToInsert(jvm, 0, 100);
        callsToInsert(jvm, 100, LOCKS - 100);
        // The fuller the table of the index, the longer a search in it.
        assertThat(callsToInsert(jvm, LOCKS - 100, LOCKS)).isLessThan(4 * first);
    }

    @Test
    @DisplayName("JVMs that insert in turn agree on each name, and fill the file to the last record")
    void severalJvms() {
        List<NameIndex> jvms = List.of(new NameIndex(port), new NameIndex(port), new NameIndex(port));
        for (int number = 0; number < LOCKS; number++) {
            assertThat(insert(jvms.get(number % 3), number)).isEqualTo(number);
            assertThat(insert(jvms.get((number + 1) % 3), number)).isEqualTo(number);
        }
        for (NameIndex jvm : jvms) {
            assertThat(insert(jvm, LOCKS)).isEqualTo(NameIndex.FULL);
        }
    }

    @Test
    @DisplayName("A name that the index has lost is found among the records that were seen before: no second lock of the name")
    void lostName() {
        NameIndex jvm = new NameIndex(port);
        for (int number = 0; number < 100; number++) {
            insert(jvm, number);
        }
        lose(40);
        assertThat(insert(jvm, 100)).isEqualTo(100);
        assertThatThrownBy(() -> insert(jvm, 40)).isInstanceOf(Violation.class)
                .hasMessageContaining("the name index has lost it");
        port.damaged = true;
        assertThat(insert(jvm, 40)).isEqualTo(40);
        lose(40);
        assertThat(insert(new NameIndex(port), 40)).isEqualTo(40);
    }

    private void lose(int lock) {
        for (int entry = 0; entry < LAYOUT.nameEntries(); entry++) {
            long at = LAYOUT.names() + (long) entry * Long.BYTES;
            if ((int) port.lookLong(at) == lock + 1) {
                port.pokeLong(at, 0);
            }
        }
    }
}
