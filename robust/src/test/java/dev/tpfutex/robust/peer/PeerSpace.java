package dev.tpfutex.robust.peer;

import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.RecoveryHandler;
import dev.tpfutex.api.SharedMutex;
import dev.tpfutex.api.SharedReadWriteLock;
import dev.tpfutex.api.SpaceOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The one lock space that a scripted JVM has open, and the handles that its threads share. */
final class PeerSpace {

    private final Map<String, SharedMutex> mutexes = new ConcurrentHashMap<>();
    private final Map<String, SharedReadWriteLock> rwLocks = new ConcurrentHashMap<>();
    private volatile LockSpace space;

    String run(List<String> command) {
        switch (command.get(0)) {
            case "open" -> open(Path.of(command.get(1)), command.subList(2, command.size()));
            case "close" -> space.close();
            case "make" -> make(command.get(1), Integer.parseInt(command.get(2)));
            case "handler" -> handler(command.get(1), command.get(2));
            default -> throw new IllegalArgumentException("unknown verb " + command.get(0));
        }
        return "ok";
    }

    LockSpace opened() {
        return space;
    }

    SharedReadWriteLock rwLock(String name) {
        return rwLocks.computeIfAbsent(name, space::rwLock);
    }

    SharedMutex mutex(String name) {
        return mutexes.computeIfAbsent(name, space::mutex);
    }

    private void open(Path path, List<String> settings) {
        SpaceOptions options = SpaceOptions.defaults().withoutDaemon();
        for (String setting : settings) {
            options = set(options, setting.split("=", 2));
        }
        space = LockSpace.open(path, options);
        mutexes.clear();
        rwLocks.clear();
    }

    private static SpaceOptions set(SpaceOptions options, String[] setting) {
        return switch (setting[0]) {
            case "locks" -> options.locks(Integer.parseInt(setting[1]));
            case "tasks" -> options.tasks(Integer.parseInt(setting[1]));
            case "processes" -> options.processes(Integer.parseInt(setting[1]));
            case "mapping" -> options.mapping(setting[1]);
            case "breakDeadlocks" -> options.breakDeadlocks(Boolean.parseBoolean(setting[1]));
            case "daemon" -> options.daemonSocket(Path.of(setting[1]));
            default -> throw new IllegalArgumentException("unknown setting " + setting[0]);
        };
    }

    private void make(String prefix, int count) {
        for (int i = 0; i < count; i++) {
            mutex(prefix + i);
        }
    }

    /** From now on the mutex of this name has a handler that repairs, or one that fails. */
    private void handler(String name, String outcome) {
        RecoveryHandler handler = guard -> {
            if (outcome.equals("fails")) {
                throw new IllegalStateException("beyond repair");
            }
        };
        mutexes.put(name, space.mutex(name, handler));
    }
}
