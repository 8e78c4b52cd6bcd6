package dev.tpfutex.robust.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.robust.peer.Watched;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** By what the watchdog sees whether the thread that listens to clients hangs. */
@Watched
class DaemonRoundsTest {

    @TempDir
    Path directory;

    private final CountDownLatch sign = new CountDownLatch(1);
    private DaemonServer server;

    @BeforeEach
    void start() throws IOException {
        server = DaemonServer.bind(directory.resolve("s"), new ServedSpaces(() -> {}));
        server.start();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void oneThatSleepsGivesASign() throws InterruptedException {
        server.awaitSign(sign::countDown);
        sign.await();
    }

    @Test
    void oneThatHangsGivesNone() throws InterruptedException {
        CountDownLatch hangs = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        server.awaitSign(() -> {
            hangs.countDown();
            awaitQuietly(goOn);
        });
        hangs.await();
        server.awaitSign(sign::countDown);
        assertThat(sign.getCount()).isOne();
        goOn.countDown();
        sign.await();
    }

    @Test
    void oneThatIsNoMoreIsNotWaitedFor() {
        server.close();
        server.awaitSign(sign::countDown);
        assertThat(sign.getCount()).isZero();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
