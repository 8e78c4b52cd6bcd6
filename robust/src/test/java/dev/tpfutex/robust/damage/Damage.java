package dev.tpfutex.robust.damage;

import dev.tpfutex.robust.peer.RawSpace;
import dev.tpfutex.shm.layout.Place;

/**
 * One write that nobody should have made.
 *
 * @param at where
 * @param before what was there
 * @param after what is there now
 */
record Damage(Place at, long before, long after) {

    static Damage toInt(RawSpace space, long at, int value) {
        int before = space.getInt(at);
        space.putInt(at, value);
        return new Damage(Place.of(space.layout(), at), Integer.toUnsignedLong(before), Integer.toUnsignedLong(value));
    }

    static Damage toLong(RawSpace space, long at, long value) {
        long before = space.getLong(at);
        space.putLong(at, value);
        return new Damage(Place.of(space.layout(), at), before, value);
    }

    boolean changesAnything() {
        return before != after;
    }

    @Override
    public String toString() {
        return "%s: %x -> %x".formatted(at, before, after);
    }
}
