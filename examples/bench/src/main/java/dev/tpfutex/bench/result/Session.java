package dev.tpfutex.bench.result;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonParseException;
import dev.tpfutex.bench.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;

/**
 * What one call of a benchmark has measured.
 *
 * @param benchmark its name, as on the command line
 * @param date when
 * @param machine on what
 * @param cells workloads
 * @param facts and other things
 */
public record Session(String benchmark, String date, String machine, List<CellResult> cells, List<Fact> facts) {

    private static final Gson GSON = new GsonBuilder().create();

    /**
     * Measured today.
     *
     * @param benchmark its name
     * @param machine what it was measured on, and how busy that was before: {@link Machine#describe}
     * @param cells workloads
     * @param facts and other things
     * @return a session
     */
    public static Session of(String benchmark, String machine, List<CellResult> cells, List<Fact> facts) {
        return new Session(benchmark, LocalDate.now(ZoneOffset.UTC).toString(), machine, cells, facts);
    }

    /**
     * Keeps it.
     *
     * @param file where, as JSON; {@code null} for nowhere
     * @throws IOException if it cannot be written
     */
    public void write(Path file) throws IOException {
        if (file != null) {
            Files.writeString(file, GSON.toJson(this));
        }
    }

    /**
     * Reads one that was kept.
     *
     * @param file of {@link #write}
     * @return the same as was written
     * @throws IOException if it cannot be read, or is something else
     */
    public static Session read(Path file) throws IOException {
        try {
            Session session = GSON.fromJson(Files.readString(file), Session.class);
            if (session == null || session.benchmark == null || session.cells == null || session.facts == null) {
                throw new IOException(file + " is no result of a benchmark");
            }
            return session;
        } catch (JsonParseException damaged) {
            throw new IOException(file + " is no result of a benchmark: " + damaged.getMessage(), damaged);
        }
    }
}
