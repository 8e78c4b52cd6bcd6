package dev.tpfutex.robust.peer;

import dev.tpfutex.robust.point.PortCalls;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Main class of a scripted JVM. Reads lines {@code ID THREAD VERB [ARGUMENT...]} and answers each with one line
 * {@code ID text}. Each thread obeys its commands one after the other; the names of virtual ones begin with
 * {@code virtual}. Ends with its input, so that no JVM outlives the test that started it.
 */
public final class Peer {

    /** The thread that reads the commands; its verbs are those of {@link PeerSpace}. */
    static final String MAIN = "main";

    private static final int ID = 0;
    private static final int THREAD = 1;
    private static final int VERB = 2;

    private final PeerSpace space = new PeerSpace();
    private final Map<String, PeerThread> threads = new ConcurrentHashMap<>();

    private Peer() {}

    public static void main(String[] args) throws IOException {
        new Peer().obey(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)));
        Runtime.getRuntime().halt(0);
    }

    static synchronized void answer(String id, String text) {
        System.out.println(id + " " + text.replace('\n', ' '));
        System.out.flush();
    }

    /** An outcome that is an exception, in one line. */
    static String describe(Throwable thrown) {
        String cause = thrown.getCause() == null ? "" : " Caused by " + describe(thrown.getCause());
        return thrown.getClass().getSimpleName() + ": " + thrown.getMessage() + cause;
    }

    private void obey(BufferedReader input) throws IOException {
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            String[] words = line.split(" ");
            List<String> command = List.of(words).subList(VERB, words.length);
            if (words[THREAD].equals(MAIN)) {
                answer(words[ID], runMain(command));
            } else {
                threads.computeIfAbsent(words[THREAD], name -> PeerThread.start(name, space))
                        .add(words[ID], command);
            }
        }
    }

    private String runMain(List<String> command) {
        try {
            return switch (command.get(0)) {
                case "interrupt" -> interrupt(command.get(1));
                case "join" -> join(command.get(1));
                case "threads" -> countThreads(command.get(1));
                case "trap" -> trap(command.subList(1, command.size()));
                default -> space.run(command);
            };
        } catch (Throwable e) {
            return describe(e);
        }
    }

    /** With words sets one more, without any takes all away. */
    private static String trap(List<String> words) {
        if (words.isEmpty()) {
            PortCalls.clear();
        } else {
            PortCalls.set(words);
        }
        return "ok";
    }

    private static String countThreads(String prefix) {
        return String.valueOf(Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(prefix))
                .count());
    }

    private String join(String thread) throws InterruptedException {
        threads.get(thread).join();
        return "ok";
    }

    private String interrupt(String thread) {
        threads.get(thread).interrupt();
        return "ok";
    }
}
