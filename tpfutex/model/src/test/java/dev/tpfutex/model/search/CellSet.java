package dev.tpfutex.model.search;

import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Set;
import java.util.stream.IntStream;

/** A set of small numbers in a cell: for what threads of one process share in their heap. */
final class CellSet extends AbstractSet<Integer> implements Set<Integer> {

    private final SearchPort port;
    private final long at;

    CellSet(SearchPort port, long at) {
        this.port = port;
        this.at = at;
    }

    private long load() {
        return port.perform(Op.Kind.LOAD, at, 0, 0, null);
    }

    @Override
    public boolean add(Integer number) {
        port.perform(Op.Kind.OR, at, 1L << number, 0, null);
        return true;
    }

    @Override
    public boolean remove(Object number) {
        port.perform(Op.Kind.CLEAR, at, 1L << (Integer) number, 0, null);
        return true;
    }

    @Override
    public Iterator<Integer> iterator() {
        long bits = load();
        return IntStream.range(0, Long.SIZE).filter(i -> (bits >>> i & 1) != 0).iterator();
    }

    @Override
    public boolean isEmpty() {
        return load() == 0;
    }

    @Override
    public int size() {
        return Long.bitCount(load());
    }
}
