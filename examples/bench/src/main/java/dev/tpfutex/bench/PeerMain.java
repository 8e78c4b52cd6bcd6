package dev.tpfutex.bench;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** The main thread of a {@link PeerJvm} that does one thing at a time: it is the only one that is told something. */
public final class PeerMain {

    /** What the parent calls it. */
    public static final String NAME = "main";

    private PeerMain() {}

    /** What it can do. */
    @FunctionalInterface
    public interface Orders {

        /**
         * Does what it is told.
         *
         * @param words of the line: {@link #NAME}, a verb, and with what
         * @return the numbers to answer
         * @throws Exception then the JVM ends
         */
        long[] obey(String[] words) throws Exception;
    }

    /**
     * Obeys until the input ends or anything goes wrong, also in another thread; does not return.
     *
     * @param orders what to do with a line
     * @throws Exception of {@code orders}
     */
    public static void serve(Orders orders) throws Exception {
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> {
            failure.printStackTrace();
            Runtime.getRuntime().halt(1);
        });
        obeyAll(orders);
        Runtime.getRuntime().halt(0);
    }

    private static void obeyAll(Orders orders) throws Exception {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            String[] words = line.split(" ");
            long[] answer = orders.obey(words);
            System.out.println(words[0]
                    + LongStream.of(answer).mapToObj(number -> " " + number).collect(Collectors.joining()));
            System.out.flush();
        }
    }
}
