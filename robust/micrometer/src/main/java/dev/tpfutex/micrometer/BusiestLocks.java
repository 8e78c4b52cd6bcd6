package dev.tpfutex.micrometer;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Which locks have time series of their own: the busiest of late, in a way that does not change all the time. One that is
 * in stays for a minute at least, and then until another is more than twice as busy.
 */
final class BusiestLocks {

    static final long STAY_NANOS = 60_000_000_000L;

    private static final double HALF_LIFE_NANOS = 300e9;

    /** A lock as a candidate. */
    static class Candidate {

        private double busyness;
        private long scoredAt;
        private long memberSince;
        private boolean member;

        /** So much has happened since the last call. */
        final void score(double contention, long now) {
            busyness = busyness * Math.pow(0.5, (now - scoredAt) / HALF_LIFE_NANOS) + contention;
            scoredAt = now;
        }

        final boolean isMember() {
            return member;
        }
    }

    private static final Comparator<Candidate> BY_BUSYNESS = Comparator.comparingDouble(each -> each.busyness);

    private final int size;
    private final List<Candidate> members = new ArrayList<>();

    BusiestLocks(int size) {
        this.size = size;
    }

    /** Looks who is to be in, among all that there are, each scored at {@code now}. */
    void choose(Collection<? extends Candidate> all, long now) {
        List<Candidate> others = new ArrayList<>();
        for (Candidate each : all) {
            if (!each.member) {
                others.add(each);
            }
        }
        others.sort(BY_BUSYNESS.reversed());
        for (Candidate challenger : others) {
            if (members.size() < size) {
                admit(challenger, now);
            } else if (!replacesOne(challenger, now)) {
                return;
            }
        }
    }

    private boolean replacesOne(Candidate challenger, long now) {
        Candidate weakest = members.stream()
                .filter(each -> now - each.memberSince >= STAY_NANOS)
                .min(BY_BUSYNESS)
                .orElse(null);
        if (weakest == null || challenger.busyness <= 2 * weakest.busyness) {
            return false;
        }
        weakest.member = false;
        members.remove(weakest);
        admit(challenger, now);
        return true;
    }

    private void admit(Candidate candidate, long now) {
        candidate.member = true;
        candidate.memberSince = now;
        members.add(candidate);
    }
}
