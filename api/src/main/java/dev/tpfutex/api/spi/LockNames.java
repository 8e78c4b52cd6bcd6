package dev.tpfutex.api.spi;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The rule for lock names, in one place: 1 to 112 bytes of UTF-8, no control characters. */
public final class LockNames {

    /** Longest name in bytes of UTF-8: {@value}. */
    public static final int MAX_BYTES = 112;

    private LockNames() {}

    /**
     * Checks a name and encodes it.
     *
     * @param name as the user gave it
     * @return its bytes in UTF-8, a new array
     * @throws IllegalArgumentException if it is no lock name; the message says why
     */
    public static byte[] encode(String name) {
        Objects.requireNonNull(name, "name");
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a lock name must not be empty");
        }
        int control = firstControl(name);
        if (control >= 0) {
            throw new IllegalArgumentException(String.format(
                    "a lock name must not have control characters, but has U+%04X at index %d",
                    (int) name.charAt(control), control));
        }
        byte[] bytes = utf8(name);
        if (bytes.length > MAX_BYTES) {
            throw new IllegalArgumentException("a lock name must be at most " + MAX_BYTES + " bytes of UTF-8, but has "
                    + bytes.length + ": \"" + name + "\"");
        }
        return bytes;
    }

    private static int firstControl(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (Character.isISOControl(name.charAt(i))) {
                return i;
            }
        }
        return -1;
    }

    /** Strict, since String.getBytes would turn all unpaired surrogates into the same question mark. */
    private static byte[] utf8(String name) {
        try {
            ByteBuffer buffer = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(name));
            byte[] bytes = new byte[buffer.remaining()];
            buffer.get(bytes);
            return bytes;
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("a lock name must not have unpaired surrogates", e);
        }
    }
}
