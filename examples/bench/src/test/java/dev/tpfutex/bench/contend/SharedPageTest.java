package dev.tpfutex.bench.contend;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedPageTest {

    @TempDir
    private Path folder;
    private SharedPage page;

    @BeforeEach
    void open() {
        page = new SharedPage(folder.resolve("page"));
        page.reset();
    }

    @Test
    void countsSections() {
        assertThat(page.endWrite(page.beginWrite())).isTrue();
        assertThat(page.endWrite(page.beginWrite())).isTrue();
        assertThat(page.sections()).isEqualTo(2);
    }

    @Test
    void writerSeesAnotherInItsSection() {
        long first = page.beginWrite();
        long second = page.beginWrite();
        assertThat(page.endWrite(second)).isFalse();
        assertThat(page.endWrite(first)).isFalse();
    }

    @Test
    void writersThatBeginAtOnceLoseACount() {
        long first = page.beginWrite();
        page.endWrite(first);
        page.endWrite(first);
        assertThat(page.sections()).isEqualTo(1);
    }

    @Test
    void readerSeesAWriter() {
        long writer = page.beginWrite();
        assertThat(page.endRead(page.beginRead())).isFalse();
        page.endWrite(writer);
        long reader = page.beginRead();
        page.beginWrite();
        assertThat(page.endRead(reader)).isFalse();
    }

    @Test
    void readersDoNotDisturbEachOther() {
        long first = page.beginRead();
        long second = page.beginRead();
        assertThat(page.endRead(first)).isTrue();
        assertThat(page.endRead(second)).isTrue();
        assertThat(page.isFirstReaderAfter(first)).isTrue();
        assertThat(page.isFirstReaderAfter(second)).isFalse();
        page.endWrite(page.beginWrite());
        assertThat(page.isFirstReaderAfter(page.beginRead())).isTrue();
    }
}
