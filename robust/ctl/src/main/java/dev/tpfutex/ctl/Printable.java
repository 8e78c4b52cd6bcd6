package dev.tpfutex.ctl;

/**
 * Names in a space are whatever somebody has written there, and the terminal of an administrator is a place to be
 * careful about: what could steer it, or make a line look like another, is replaced.
 */
final class Printable {

    private Printable() {}

    static String of(String line) {
        return line.codePoints().allMatch(Printable::isHarmless)
                ? line
                : line.codePoints()
                        .map(point -> isHarmless(point) ? point : '?')
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString();
    }

    static boolean isHarmless(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL, Character.FORMAT, Character.SURROGATE, Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                false;
            default -> true;
        };
    }
}
