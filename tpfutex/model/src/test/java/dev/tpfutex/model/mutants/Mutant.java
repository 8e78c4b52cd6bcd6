package dev.tpfutex.model.mutants;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * One seeded mistake in the protocol, as it is listed in the files beside this class: what is done wrong, which
 * property breaks, the scenario that shows it with how many preemptions, the source file, and the change as a hunk of a
 * patch. Its lines with {@code -} or a blank in front must be in the file exactly once.
 *
 * @param before the lines to replace
 * @param after what stands there in the mutant
 */
record Mutant(
        String name, String property, String scenario, int preemptions, String file, String before, String after) {

    private static final String[] LISTS = {"locking.txt", "coordinator.txt", "recovery.txt", "readers.txt"};
    private static final String NAME = "mutant: ";

    @Override
    public String toString() {
        return name;
    }

    /** All of them. */
    static List<Mutant> all() {
        return Arrays.stream(LISTS).flatMap(list -> parseAll(read(list)).stream()).toList();
    }

    static List<Mutant> parseAll(String list) {
        return Arrays.stream(list.split("(?m)^(?=" + NAME + ")"))
                .filter(block -> block.startsWith(NAME))
                .map(Mutant::parse)
                .toList();
    }

    private static String read(String list) {
        try (InputStream in = Mutant.class.getResourceAsStream(list)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(list, e);
        }
    }

    private static Mutant parse(String block) {
        List<String> lines = block.stripTrailing().lines().toList();
        String[] shown = value(lines, 2, "shown by: ").split(" / ");
        StringBuilder before = new StringBuilder();
        StringBuilder after = new StringBuilder();
        for (String line : lines.subList(4, lines.size())) {
            char side = line.isEmpty() ? ' ' : line.charAt(0);
            String text = line.isEmpty() ? "\n" : line.substring(1) + "\n";
            if (side != '+') {
                before.append(text);
            }
            if (side != '-') {
                after.append(text);
            }
        }
        return new Mutant(
                value(lines, 0, NAME),
                value(lines, 1, "breaks: "),
                shown[0],
                Integer.parseInt(shown[1]),
                value(lines, 3, "in: "),
                before.toString(),
                after.toString());
    }

    private static String value(List<String> lines, int line, String key) {
        if (!lines.get(line).startsWith(key)) {
            throw new IllegalStateException("\"" + key + "\" expected in: " + lines);
        }
        return lines.get(line).substring(key.length());
    }
}
