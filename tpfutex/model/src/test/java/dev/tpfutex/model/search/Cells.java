package dev.tpfutex.model.search;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The words of memory that are ever used, numbered in the order of their first use, and what they hold at first. */
final class Cells {

    static final int CAPACITY = 128;

    /** Addresses from here on are not in the space file: what else actors share. */
    static final long BEYOND = 1L << 40;

    static final long CLOCK = BEYOND;
    /** How many clients have died. */
    static final long DEATHS = BEYOND + 1;
    /** Since when the top waiter is that. */
    static final long TOP_SINCE = BEYOND + 2;
    private static final long DEAD = BEYOND + 0x100;
    private static final long INTERRUPTED = BEYOND + 0x200;
    private static final long ELECTED = BEYOND + 0x300;
    private static final long NOTICED = BEYOND + 0x400;

    private final Map<Long, Integer> indexes = new HashMap<>();
    private final List<Long> addresses = new ArrayList<>();
    private final Set<Long> lifeWords = new HashSet<>();
    private final long[] initial = new long[CAPACITY];

    /** Whether a process is dead. */
    static long dead(int process) {
        return DEAD + process;
    }

    /** Whether a client's thread is interrupted. */
    static long interrupted(int client) {
        return INTERRUPTED + client;
    }

    /** Whether a host has its coordinator. */
    static long elected(int host) {
        return ELECTED + host;
    }

    /** The set of deaths in the heap of a host. */
    static long noticed(int host) {
        return NOTICED + host;
    }

    static boolean isDeath(long at) {
        return at >= DEAD && at < INTERRUPTED;
    }

    static boolean isInterrupt(long at) {
        return at >= INTERRUPTED && at < ELECTED;
    }

    /** Of one that is not in the file. */
    static String name(long at) {
        if (at == CLOCK) {
            return "clock";
        }
        if (at == TOP_SINCE) {
            return "topSince";
        }
        if (at == DEATHS) {
            return "deaths";
        }
        String[] names = {"dead", "interrupted", "elected", "noticed"};
        return names[(int) (at - DEAD >> 8)] + (at & 0xff);
    }

    int indexOf(long at) {
        Integer index = indexes.get(at);
        if (index != null) {
            return index;
        }
        if (addresses.size() == CAPACITY) {
            throw new IllegalStateException("more than " + CAPACITY + " cells");
        }
        indexes.put(at, addresses.size());
        addresses.add(at);
        return addresses.size() - 1;
    }

    long addressOf(int index) {
        return addresses.get(index);
    }

    /** The life word of a task, which its thread is tied to. */
    void lifeWord(long at, int osTid) {
        initial(at, osTid);
        lifeWords.add(at);
    }

    boolean isLifeWord(long at) {
        return lifeWords.contains(at);
    }

    int count() {
        return addresses.size();
    }

    long initial(int index) {
        return initial[index];
    }

    void initial(long at, long value) {
        initial[indexOf(at)] = value;
    }

    /** Before the search begins: an op on the initial values. */
    long perform(Op.Kind kind, long at, long x, long y) {
        int cell = at < 0 ? -1 : indexOf(at);
        long before = cell < 0 ? 0 : initial[cell];
        switch (kind) {
            case LOAD -> {
                return before;
            }
            case STORE, EXCHANGE -> initial[cell] = x;
            case OR -> initial[cell] |= x;
            case CAS -> {
                if (before == x) {
                    initial[cell] = y;
                }
                return before == x ? 1 : 0;
            }
            case WAKE -> {
                return 0;
            }
            default -> throw new IllegalStateException(kind + " before the search");
        }
        return before;
    }
}
