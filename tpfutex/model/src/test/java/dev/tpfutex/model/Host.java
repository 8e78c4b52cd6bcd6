package dev.tpfutex.model;

import dev.tpfutex.core.CoordinatorLife;
import dev.tpfutex.core.coordinator.Coordinator;
import dev.tpfutex.core.coordinator.Election;

/** A process that coordinates. */
final class Host {

    private static final int FIRST_OS_TID = 2000;

    /** Longer than anybody needs to tell, shorter than the nap of one in the queue. */
    private static final long EXIT_NANOS = 8_000_000;

    /** Steps, on average, that the kernel takes down a process for, if it does not take so long. */
    private static final int EXIT_STEPS = 40;

    final Actor actor;
    private final World world;
    private final SimPort port;
    private final int process;
    private Coordinator coordinator;
    private boolean told;

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
        // Some systems cannot tell of the end of a thread.
        if (world.chooser.choose(4) != 0) {
            port.putInt(CoordinatorLife.at(port, process), FIRST_OS_TID + process);
        }
        coordinator.takeOffice();
        long nanos = coordinator.cycle();
        while (nanos != Coordinator.REPLACED) {
            coordinator.rest(nanos);
            nanos = coordinator.cycle();
        }
        port.putInt(CoordinatorLife.at(port, process), 0);
        world.note("stands down");
    }

    /** The thread ends at once, and the process some time after. */
    void die(Runnable whenGone) {
        world.note("dies");
        actor.kill();
        told = port.endThread(CoordinatorLife.at(port, process));
        world.spawn("exit" + process, process, () -> {
            exit();
            whenGone.run();
        });
    }

    private void exit() {
        if (world.chooser.choose(2) == 0) {
            port.nap(EXIT_NANOS);
        } else {
            while (!world.chooser.rarely(EXIT_STEPS)) {
                Actor.pause();
            }
        }
        port.markDead(process);
    }

    /** Whether the kernel has told somebody that it is dead. */
    boolean isToldDead() {
        return told;
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
