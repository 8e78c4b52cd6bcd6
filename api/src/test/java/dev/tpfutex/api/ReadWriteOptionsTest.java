package dev.tpfutex.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.tpfutex.api.ReadWriteOptions.Preference;
import org.junit.jupiter.api.Test;

class ReadWriteOptionsTest {

    private static final RecoveryHandler HANDLER = new RecoveryHandler() {
        @Override
        public void recover(LockGuard guard) {}

        @Override
        public String toString() {
            return "repairs";
        }
    };

    @Test
    void theDefaultsLeaveAllOpen() {
        ReadWriteOptions defaults = ReadWriteOptions.defaults();

        assertThat(defaults.preference()).isEmpty();
        assertThat(defaults.biased()).isEmpty();
        assertThat(defaults.recovery()).isEmpty();
        assertThat(defaults).hasToString("ReadWriteOptions[preference=open, biased=open]");
    }

    @Test
    void eachIsKeptWhenAnotherIsChanged() {
        ReadWriteOptions all =
                ReadWriteOptions.defaults().preference(Preference.WRITERS).biased(false).recovery(HANDLER);

        assertThat(all.preference()).contains(Preference.WRITERS);
        assertThat(all.biased()).contains(false);
        assertThat(all.recovery()).containsSame(HANDLER);
        assertThat(all).hasToString("ReadWriteOptions[preference=WRITERS, biased=false, recovery=repairs]");
        assertThat(all.preference(Preference.NONE).biased()).contains(false);
        assertThat(all.biased(true).preference()).contains(Preference.WRITERS);
        assertThat(all.preference(Preference.NONE).biased(true).recovery()).containsSame(HANDLER);
    }

    @Test
    void equalByWhatTheySay() {
        ReadWriteOptions one = ReadWriteOptions.defaults().biased(true);

        assertThat(one).isEqualTo(ReadWriteOptions.defaults().biased(true)).hasSameHashCodeAs(
                ReadWriteOptions.defaults().biased(true));
        assertThat(one).isNotEqualTo(ReadWriteOptions.defaults()).isNotEqualTo(one.biased(false));
        assertThatNullPointerException().isThrownBy(() -> one.preference(null));
        assertThatNullPointerException().isThrownBy(() -> one.recovery(null));
    }
}
