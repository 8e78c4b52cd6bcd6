package dev.tpfutex.examples.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Asks for an explanation of each wait that takes longer than a second. */
final class WaitJudge implements Disturbance {

    private final long limit;
    private final Crew crew;
    private final StopLog stops;
    private final ScriptLog script;
    private final Map<Long, Integer> seen = new HashMap<>();
    private final List<SlowWait> pending = new ArrayList<>();
    private int explained;

    /** @param longest what nobody should have to wait longer than, unless the owner is stopped or the waiter */
    WaitJudge(Duration longest, Crew crew, StopLog stops, ScriptLog script) {
        this.limit = longest.toNanos();
        this.crew = crew;
        this.stops = stops;
        this.script = script;
    }

    @Override
    public void tick(long now) {
        crew.workers().forEach(worker -> collect(worker.row()));
        crew.takeDeparted().forEach(this::collect);
        judge();
    }

    private void collect(WorkerRow row) {
        for (int index = 0; index < row.threads(); index++) {
            long key = (long) row.worker() << 32 | index;
            ThreadCell cell = row.thread(index);
            for (int number = seen.getOrDefault(key, 0); number < cell.slowWaits(); number++) {
                add(new SlowWait(row.worker(), index, cell.slowBegan(number), cell.slowEnded(number)));
                seen.put(key, number + 1);
            }
            if (row.killedAt() != 0 && cell.waitingSince() != 0
                    && row.killedAt() - cell.waitingSince() > ThreadCell.SLOW_NANOS) {
                add(new SlowWait(row.worker(), index, cell.waitingSince(), row.killedAt()));
            }
        }
    }

    private void add(SlowWait wait) {
        script.add(wait.toString());
        pending.add(wait);
    }

    private void judge() {
        for (Iterator<SlowWait> i = pending.iterator(); i.hasNext();) {
            SlowWait wait = i.next();
            if (!stops.isComplete(wait.ended())) {
                continue;
            }
            long unexplained = stops.unexplained(wait);
            if (unexplained > limit) {
                throw DemoFailure.violation(wait + ", and " + Text.millis(unexplained) + " of that is not explained");
            }
            explained++;
            i.remove();
        }
    }

    @Override
    public String summary() {
        return "waitsOver1s=" + explained + " unexplained=0 machineStalls=" + stops.machineStalls();
    }
}
