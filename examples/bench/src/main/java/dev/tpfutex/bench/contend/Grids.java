package dev.tpfutex.bench.contend;

import dev.tpfutex.bench.result.Workload;
import java.util.ArrayList;
import java.util.List;

/** The cells of the grids: all, or a spread of twelve that is always the same. */
final class Grids {

    private static final int[][] SHAPES = {{2, 1}, {1, 2}, {2, 4}, {4, 4}, {8, 8}};
    private static final int[] LOADS = {1, 10, 50, 100, 500};
    private static final int[] DELAYS = {1, 10, 500};
    private static final int[] READ_PERCENTS = {50, 90, 95, 100};

    private Grids() {}

    static List<Workload> mutex() {
        List<Workload> cells = new ArrayList<>();
        for (int[] shape : SHAPES) {
            for (int load : LOADS) {
                for (int delay : DELAYS) {
                    cells.add(Workload.mutex(shape[0], shape[1], load, delay));
                }
            }
        }
        return cells;
    }

    /** Each shape, load and delay is among them; some differ in one thing only, so that there is something to plot. */
    static List<Workload> quickMutex() {
        return List.of(
                Workload.mutex(2, 1, 1, 1),
                Workload.mutex(2, 1, 50, 10),
                Workload.mutex(2, 1, 500, 500),
                Workload.mutex(1, 2, 1, 10),
                Workload.mutex(1, 2, 100, 10),
                Workload.mutex(2, 4, 10, 1),
                Workload.mutex(2, 4, 500, 1),
                Workload.mutex(2, 4, 1, 500),
                Workload.mutex(4, 4, 50, 10),
                Workload.mutex(4, 4, 100, 500),
                Workload.mutex(8, 8, 10, 1),
                Workload.mutex(8, 8, 50, 10));
    }

    static List<Workload> rwLock() {
        List<Workload> cells = new ArrayList<>();
        for (Workload mutex : mutex()) {
            for (int percent : READ_PERCENTS) {
                cells.add(Workload.rwLock(mutex.processes(), mutex.threads(), mutex.load(), mutex.delay(), percent));
            }
        }
        return cells;
    }

    static List<Workload> quickRwLock() {
        return List.of(
                Workload.rwLock(2, 1, 1, 1, 50),
                Workload.rwLock(2, 1, 10, 10, 90),
                Workload.rwLock(2, 1, 1, 1, 100),
                Workload.rwLock(1, 2, 10, 10, 50),
                Workload.rwLock(1, 2, 1, 10, 95),
                Workload.rwLock(2, 4, 10, 10, 50),
                Workload.rwLock(2, 4, 1, 10, 90),
                Workload.rwLock(2, 4, 50, 10, 95),
                Workload.rwLock(2, 4, 10, 10, 100),
                Workload.rwLock(4, 4, 50, 10, 50),
                Workload.rwLock(4, 4, 10, 1, 95),
                Workload.rwLock(8, 8, 10, 10, 90));
    }
}
