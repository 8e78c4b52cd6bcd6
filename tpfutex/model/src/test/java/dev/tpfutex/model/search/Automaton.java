package dev.tpfutex.model.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * An actor's code as a graph, found out step by step: a node is what the actor has seen so far, its op is what the
 * code does next, and an edge is a result of that op. The code runs only when an edge is tried for the first time.
 *
 * <p>Two pasts that leave the code in the same state may be one node: at an op of kind RESET, where the scenario says
 * what all that the actor remembers is, and where {@link Past} says so.
 */
final class Automaton {

    static final int ROOT = 0;

    /** In place of a cell: what was read may have changed already. */
    private static final int CHANGED = -2;

    private final Supplier<Runnable> code;
    private final Cells cells;
    private final Memory memory;
    private final LockWords lock;
    private final List<Node> nodes = new ArrayList<>();
    private final Edges edges = new Edges();
    private final Map<String, Integer> same = new HashMap<>();
    private Fiber live;
    private int liveNode;

    /** Told of each past that is taken for another one. */
    BiConsumer<long[], long[]> merges = (past, other) -> {};

    /** What the code of an actor remembers. */
    enum Memory {
        ALL,
        /** What it says itself at ops of kind RESET. */
        AFTER_RESET,
        /** And what {@link Past} says. */
        PAST
    }

    /** With the node before, and the result that led here; for a REST, what was read where since the one before. */
    private record Node(Op op, int parent, long result, Past past, String place, int[] watched, long[] seen) {}

    Automaton(Supplier<Runnable> code, Cells cells, Memory memory, LockWords lock) {
        this.code = code;
        this.cells = cells;
        this.memory = memory;
        this.lock = lock;
        live = new Fiber(code.get(), cells, new long[0]);
        liveNode = add(-1, 0, live.start(), Past.NONE);
    }

    Op op(int node) {
        return nodes.get(node).op;
    }

    int size() {
        return nodes.size();
    }

    int next(int node, long result) {
        int known = edges.get(node, result);
        if (known != Edges.UNKNOWN) {
            return known;
        }
        if (liveNode != node) {
            live = new Fiber(code.get(), cells, resultsUpTo(node));
            live.start();
        }
        Op op = live.resume(result);
        liveNode = nodeAfter(node, result, op);
        edges.put(node, result, liveNode);
        return liveNode;
    }

    /** The fiber may now be in the state of an older node, but by another past: nobody can tell. */
    private int nodeAfter(int node, long result, Op op) {
        Node before = nodes.get(node);
        if (memory == Memory.ALL) {
            return add(node, result, op, Past.NONE);
        }
        if (op.is(Op.Kind.RESET)) {
            return sameOrNew("reset " + op.text(), node, result, op, Past.NONE.at(nodes.size()));
        }
        if (memory == Memory.AFTER_RESET) {
            return add(node, result, op, Past.NONE);
        }
        Past past = before.past.after(before.op, result, cells, lock, before.place);
        boolean acted = Past.isAct(before.op, result);
        if (past.isCleaning() || !acted && !op.is(Op.Kind.REST)) {
            return add(node, result, op, past);
        }
        String key = past + " " + (acted ? before.op + "=" + result : readsSince(node, result)) + op + live.heap()
                + live.place();
        return sameOrNew(key, node, result, op, acted ? past.at(nodes.size()) : past);
    }

    private int sameOrNew(String key, int node, long result, Op op, Past past) {
        Integer known = same.get(key);
        if (known == null) {
            int added = add(node, result, op, past);
            same.put(key, added);
            return added;
        }
        long[] other = resultsUpTo(node);
        other = Arrays.copyOf(other, other.length + 1);
        other[other.length - 1] = result;
        merges.accept(resultsUpTo(known), other);
        return known;
    }

    /** Where in the code an op is, if its result means different things in different places. */
    private String placeOf(Op op) {
        if (memory != Memory.PAST || !op.is(Op.Kind.LOAD)) {
            return "";
        }
        long at = cells.addressOf(op.cell());
        return at == lock.word() || at == lock.top() || at == Cells.CLOCK ? live.place().intern() : "";
    }

    /** For a REST: whether anything has changed that was read since the one before. */
    boolean hasNews(int node, long[] state, Shape shape) {
        Node rest = nodes.get(node);
        for (int i = 0; i < rest.watched.length; i++) {
            if (rest.watched[i] == CHANGED || state[shape.cell(rest.watched[i])] != rest.seen[i]) {
                return true;
            }
        }
        return false;
    }

    private int add(int parent, long result, Op op, Past past) {
        Map<Integer, Long> reads = op.is(Op.Kind.REST) ? readsSince(parent, result) : Map.of();
        nodes.add(new Node(
                op,
                parent,
                result,
                past,
                placeOf(op),
                reads.keySet().stream().mapToInt(Integer::intValue).toArray(),
                reads.values().stream().mapToLong(Long::longValue).toArray()));
        return nodes.size() - 1;
    }

    /** What the actor has read where, and whether that may have changed, since the REST before, up to a node's result. */
    private Map<Integer, Long> readsSince(int node, long result) {
        Map<Integer, Long> reads = new TreeMap<>();
        long value = result;
        for (int at = node; at >= 0; at = nodes.get(at).parent) {
            Op op = nodes.get(at).op;
            if (op.is(Op.Kind.REST) || op.is(Op.Kind.RESET)) {
                break;
            }
            if (op.is(Op.Kind.LOAD)) {
                Long later = reads.putIfAbsent(op.cell(), value);
                if (later != null && later != value) {
                    reads.put(CHANGED, 1L);
                }
            } else if (memory == Memory.PAST && Past.isAct(op, value)) {
                // What was read before that is forgotten: looks again, at once.
                reads.put(CHANGED, 1L);
                break;
            }
            value = nodes.get(at).result;
        }
        return reads;
    }

    /** Values that some op on a cell has given; those of ops without a cell are under -1. */
    Map<Integer, Set<Long>> values() {
        Map<Integer, Set<Long>> values = new TreeMap<>();
        for (Node node : nodes) {
            if (node.parent >= 0) {
                values.computeIfAbsent(op(node.parent).cell(), cell -> new TreeSet<>()).add(node.result);
            }
        }
        return values;
    }

    private long[] resultsUpTo(int node) {
        int length = 0;
        for (int at = node; nodes.get(at).parent >= 0; at = nodes.get(at).parent) {
            length++;
        }
        long[] results = new long[length];
        for (int at = node; nodes.get(at).parent >= 0; at = nodes.get(at).parent) {
            results[--length] = nodes.get(at).result;
        }
        return results;
    }
}
