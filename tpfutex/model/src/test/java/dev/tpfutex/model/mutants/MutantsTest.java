package dev.tpfutex.model.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The checker is checked: it finds each seeded mistake. */
class MutantsTest {

    private static final Path TABLE = Path.of("../../docs/VERIFICATION-TABLES.md");
    private static final long MOST_STATES = 2_000_000;

    private static List<Mutant> mutants() {
        String only = System.getProperty("tpfutex.model.mutant", "");
        return Mutant.all().stream().filter(mutant -> mutant.name().contains(only)).toList();
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void isCaught(Mutant mutant) throws ReflectiveOperationException, IOException {
        Method search = MutantLoader.of(mutant)
                .loadClass("dev.tpfutex.model.search.Search")
                .getDeclaredMethod("outcome", String.class, int.class, long.class);
        search.setAccessible(true);
        String[] outcome = (String[]) search.invoke(null, mutant.scenario(), mutant.preemptions(), MOST_STATES);
        System.out.println(row(mutant) + " %,d | %,d |%s".formatted(
                Long.parseLong(outcome[1]), Long.parseLong(outcome[2]), outcome[0]));
        assertThat(outcome[0]).as("violation of the mutant \"%s\"", mutant).startsWith(mutant.property() + ":");
    }

    @Test
    void allAreInTheTable() throws IOException {
        String table = Files.readString(TABLE);
        for (Mutant mutant : Mutant.all()) {
            assertThat(table).contains(row(mutant));
        }
    }

    private static String row(Mutant mutant) {
        String most = mutant.preemptions() < 0 ? "any" : Integer.toString(mutant.preemptions());
        return "| %s | %s | %s | %s |".formatted(mutant.name(), mutant.property(), mutant.scenario(), most);
    }
}
