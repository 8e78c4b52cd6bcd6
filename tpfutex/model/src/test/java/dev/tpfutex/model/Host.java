package dev.tpfutex.model;

import dev.tpfutex.core.coordinator.Coordinator;
import dev.tpfutex.core.coordinator.Election;

/** A process that coordinates. */
final class Host {
    final Actor actor;
    private final World world;
    private final SimPort port;
    private final int process;
    private Coordinator coordinator;

    Host(World world, int process) {
        this.world = world;
        this.port = world.port;
        this.process = process;
        this.actor = world.spawn("coord" + process, process, this::serve);
    }

    private void serve() {
        Election election = new Election(port);
        do {
            coordinator = election.takeOver(election.serving(), process);
        } while (coordinator == null);
        coordinator.takeOffice();
        long nanos = coordinator.cycle();
        while (nanos != Coordinator.REPLACED) {
            coordinator.rest(nanos);
            nanos = coordinator.cycle();
        }
        world.note("stands down");
    }

    void die() {
        world.note("dies");
        actor.kill();
        port.markDead(process);
    }

    /** The host's watcher thread hears of a death. */
    void hear(int dead) {
        if (actor.isOver()) {
            return;
        }
        world.spawn("watch" + dead, process, () -> {
            if (coordinator != null) {
                coordinator.noticeDeath(dead);
            }
        });
    }
}
