package dev.tpfutex.shm.layout;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlaceTest {

    private static final SpaceLayout LAYOUT = new SpaceLayout(64, 64, 8);

    private static String at(long at) {
        return Place.of(LAYOUT, at).toString();
    }

    @Test
    void namesFieldAndRecord() {
        assertThat(at(LAYOUT.coordinator() + CoordinatorLayout.DOORBELL)).startsWith("DOORBELL of coordinator block (");
        assertThat(at(LAYOUT.lock(3) + LockLayout.TOP)).isEqualTo(
                "TOP of lock record 3 (byte " + (LAYOUT.lock(3) + 64) + ")");
        assertThat(at(LAYOUT.descriptor(0) + DescriptorLayout.NAME + 5)).startsWith("NAME of lock descriptor 0 (");
        assertThat(at(LAYOUT.process(7) + ProcessLayout.PID)).startsWith("PID of process record 7 (");
        assertThat(at(LAYOUT.task(63) + TaskLayout.WAIT_LOCK)).startsWith("WAIT_LOCK of task slot 63 (");
    }

    @Test
    void namesWhatHasNoFields() {
        assertThat(at(LAYOUT.submissions())).startsWith("submissions 0 (");
        assertThat(at(LAYOUT.names() + 16)).startsWith("name index 2 (");
        assertThat(at(HeaderLayout.VERSION)).isEqualTo("VERSION of header (byte 12)");
    }

    @Test
    void namesNothingOutside() {
        assertThat(at(-1)).startsWith("nowhere");
        assertThat(at(LAYOUT.fileSize())).startsWith("nowhere");
    }
}
