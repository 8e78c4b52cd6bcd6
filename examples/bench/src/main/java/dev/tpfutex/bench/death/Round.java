package dev.tpfutex.bench.death;

/** One death, and the nanoseconds by which it delayed somebody. */
enum Round {

    /** Nobody dies: the yardstick for those below. The head of the queue gets the lock after the top waiter. */
    NO_DEATH("nobody dies, next in the queue") {
        @Override
        long play(Party party) throws Exception {
            party.holder().tell("o", "lock");
            party.waits("top");
            party.waits("next");
            party.holder().begin("o", "unlock");
            return party.nextAfterTop(0);
        }
    },

    /** The owner dies while somebody waits. */
    OWNER("owner") {
        @Override
        long play(Party party) throws Exception {
            Jvm victim = party.victim();
            victim.tell("v", "lock");
            party.waits("top");
            long killed = victim.kill();
            return party.waiters().await("top").got() - killed;
        }
    },

    /** The top waiter dies just when the lock is given back. */
    TOP_WAITER("top waiter") {
        @Override
        long play(Party party) throws Exception {
            Jvm victim = party.victim();
            party.holder().tell("o", "lock");
            victim.begin("v", "lock");
            Party.settle();
            party.waits("next");
            long killed = victim.kill();
            long gave = party.holder().tell("o", "unlock").gave();
            return party.waiters().await("next").got() - Math.max(killed, gave);
        }
    },

    /** The head of the queue dies just when its turn comes. */
    QUEUED_WAITER("queued waiter") {
        @Override
        long play(Party party) throws Exception {
            Jvm victim = party.victim();
            party.holder().tell("o", "lock");
            party.waits("top");
            victim.begin("v", "lock");
            Party.settle();
            party.waits("next");
            long killed = victim.kill();
            party.holder().begin("o", "unlock");
            return party.nextAfterTop(killed);
        }
    },

    /** The coordinator's host dies just when somebody's turn in the queue comes. */
    HOST("coordinator's host") {
        @Override
        long play(Party party) throws Exception {
            party.holder().tell("o", "lock");
            party.waits("top");
            party.waits("next");
            long killed = party.host().kill();
            party.holder().begin("o", "unlock");
            return party.nextAfterTop(killed);
        }
    };

    private final String text;

    Round(String text) {
        this.text = text;
    }

    abstract long play(Party party) throws Exception;

    @Override
    public String toString() {
        return text;
    }
}
