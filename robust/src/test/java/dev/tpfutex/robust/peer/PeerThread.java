package dev.tpfutex.robust.peer;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** One thread of a scripted JVM: obeys its commands in order until it is told to die. */
final class PeerThread implements Runnable {

    private record Command(String id, List<String> words) {}

    private final BlockingQueue<Command> commands = new LinkedBlockingQueue<>();
    private final PeerLocks locks;
    private final Thread thread;

    private PeerThread(String name, PeerSpace space) {
        this.locks = new PeerLocks(space);
        Thread.Builder builder = name.startsWith("virtual") ? Thread.ofVirtual() : Thread.ofPlatform().daemon();
        this.thread = builder.name(name).unstarted(this);
    }

    static PeerThread start(String name, PeerSpace space) {
        PeerThread started = new PeerThread(name, space);
        started.thread.start();
        return started;
    }

    void add(String id, List<String> words) {
        commands.add(new Command(id, words));
    }

    void join() throws InterruptedException {
        thread.join();
    }

    void interrupt() {
        thread.interrupt();
    }

    @Override
    public void run() {
        Command command = next();
        while (!command.words().get(0).equals("die")) {
            Peer.answer(command.id(), outcome(command.words()));
            command = next();
        }
        Peer.answer(command.id(), "ok");
    }

    private String outcome(List<String> words) {
        try {
            return locks.run(words);
        } catch (Throwable e) {
            return Peer.describe(e);
        }
    }

    /** An interrupt that is meant for the locks, but comes between two commands, is kept for the next one. */
    private Command next() {
        boolean interrupted = false;
        for (;;) {
            try {
                Command command = commands.take();
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
                return command;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
    }
}
