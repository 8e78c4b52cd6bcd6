package dev.tpfutex.robust.inspect;

import dev.tpfutex.shm.layout.Place;

/**
 * Something in a space file that cannot be: something else than the library has written there, or the library has an
 * error. Immutable.
 *
 * @param place in words, for example {@code TOP of lock record 3 (byte 143808)}
 * @param lock name of the lock that it belongs to, empty if it belongs to none
 * @param what is wrong with what is there
 */
public record Damage(Place place, String lock, String what) {

    @Override
    public String toString() {
        return place + (lock.isEmpty() ? "" : ", lock \"" + lock + "\"") + ": " + what;
    }
}
