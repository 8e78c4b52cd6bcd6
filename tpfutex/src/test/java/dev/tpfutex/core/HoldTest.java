package dev.tpfutex.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class HoldTest {

    private static final int TID = 77;

    private final Hold hold = new Hold(null, TID, 3, null);

    private static long inside(int seedWord) {
        return FutexWord.entered(0, seedWord);
    }

    @Test
    @DisplayName("A hold is given up in one step if it is single and the word was unmarked, also after it was nested")
    void nestedHolds() {
        assertThat(hold.isSimple()).isFalse();
        hold.begin(inside(TID), false);
        assertThat(hold.isSimple()).isTrue();
        hold.nest();
        hold.nest();
        assertThat(hold.count()).isEqualTo(3);
        assertThat(hold.unnest()).isTrue();
        assertThat(hold.isSimple()).isFalse();
        assertThat(hold.unnest()).isTrue();
        assertThat(hold.isSimple()).isTrue();
        assertThat(hold.word).isEqualTo(inside(TID));
        assertThat(hold.unnest()).isFalse();
    }

    @Test
    @DisplayName("A hold with the news of a death is never given up in one step, nested or not")
    void marked() {
        hold.begin(inside(TID | FutexWord.OWNER_DIED), true);
        assertThat(hold.isSimple()).isFalse();
        hold.nest();
        assertThat(hold.unnest()).isTrue();
        assertThat(hold.isSimple()).isFalse();
        hold.release();
        assertThat(hold.isHeld()).isFalse();
        assertThat(hold.wasToldOfDeath()).isFalse();
        assertThat(FutexWord.isSimplyFree(hold.word)).isTrue();
    }

    @Test
    @DisplayName("A hold that began among waiters tries one step after it was nested: the word itself will tell")
    void amongWaiters() {
        hold.begin(inside(TID | FutexWord.WAITERS), false);
        assertThat(hold.isSimple()).isFalse();
        hold.nest();
        assertThat(hold.unnest()).isTrue();
        assertThat(hold.word).isEqualTo(inside(TID));
    }

    @Test
    @DisplayName("An owner whose word was wiped, and who therefore joined the readers, can still give both holds back")
    void readsBesideAWipedWord() {
        hold.listed(64);
        hold.begin(inside(TID), false);
        hold.beginRead();
        assertThat(hold.count()).isOne();
        assertThat(hold.unnest()).isFalse();
        hold.unread();
        assertThat(hold.count()).isOne();
        assertThat(hold.unnest()).isFalse();
        hold.release();
        assertThat(hold.isBusy()).isFalse();
    }
}
