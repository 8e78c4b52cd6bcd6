package dev.tpfutex.ctl;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.TypeConversionException;

/** A number of seconds on the command line, perhaps with a fraction, as flock(1) and sleep(1) take it. */
record Seconds(Duration duration) {

    private static final double MOST = 1e9;

    static Seconds parse(String text) {
        try {
            double seconds = Double.parseDouble(text);
            if (seconds >= 0 && seconds <= MOST) {
                return new Seconds(Duration.ofNanos((long) (seconds * 1e9)));
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new TypeConversionException("\"" + text + "\" is not a number of seconds from 0 to 1000000000");
    }

    void sleep() throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(duration.toNanos());
    }

    double value() {
        return duration.toNanos() / 1e9;
    }
}
