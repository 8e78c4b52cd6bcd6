package dev.tpfutex.robust.peer;

import dev.tpfutex.shm.linux.Errno;
import dev.tpfutex.shm.linux.NativeFiles;
import dev.tpfutex.shm.linux.UnixStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A process that asks a daemon for whatever it is told to ask for, as another user if wanted. Arguments: the socket, how
 * often, then a path and the flags with which to open it. Prints each answer, and stays until its input ends.
 */
public final class Stranger {

    private static final int NOBODY = 65534;
    private static final int MOST = 8192;

    private Stranger() {}

    public static void main(String[] args) throws IOException {
        List<Integer> connections = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            String file = args[2].replace("%", String.valueOf(i));
            int shown = NativeFiles.open(file, Integer.parseInt(args[3]), 0);
            if (shown < 0) {
                System.out.println("answer: cannot open " + file + ": " + Errno.describe(shown));
                continue;
            }
            int connection = UnixStream.connect(Path.of(args[0]));
            UnixStream.send(connection, "TPFUTEX 2 0\n".getBytes(StandardCharsets.UTF_8), shown);
            NativeFiles.close(shown);
            System.out.println("answer: " + new String(UnixStream.receive(connection, MOST).bytes(),
                    StandardCharsets.UTF_8).strip());
            connections.add(connection);
        }
        System.out.println("all asked, " + connections.size() + " answered");
        while (System.in.read() >= 0) {
            // Until the test ends us.
        }
    }

    /** Starts one as nobody, with classes that have been copied to {@code directory}. */
    public static PeerJvm start(Path directory, Path socket, int times, Path file, int flags) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                "setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups", "--inh-caps=-all"));
        command.addAll(JvmCommand.ofClassesIn(DaemonJvm.copyClasses(directory), Stranger.class));
        command.addAll(List.of(socket.toString(), String.valueOf(times), file.toString(), String.valueOf(flags)));
        return PeerJvm.start(command);
    }
}
