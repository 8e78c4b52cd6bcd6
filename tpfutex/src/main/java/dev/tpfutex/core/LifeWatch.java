package dev.tpfutex.core;

/**
 * A {@link LifeWord} as it is while its thread lives and somebody sleeps on it.
 *
 * @param at offset of the word
 * @param alive its value until the kernel changes it
 */
public record LifeWatch(long at, int alive) {

    /** Of so many a sleeper can wait for at once. */
    public static final int MOST = 16;
}
