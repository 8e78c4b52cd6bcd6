package dev.tpfutex.robust.point;

import dev.tpfutex.core.Port;
import java.lang.StackWalker.StackFrame;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Waits at a point for one thread of this process. A point is a port call and where in the protocol it is made, with
 * all its callers there, and how often the thread has come by: {@code getLong@UnlockPath.wakeTop:31<UnlockPath.unlock:24#1}.
 * Without line number and callers, {@code getLong@UnlockPath.wakeTop}, it is the first such call in that method.
 */
final class Trap {

    private enum Action {
        /** Print each point. */
        TRACE,
        /** SIGSTOP to this process. */
        STOP,
        /** SIGKILL to this process. */
        DIE
    }

    /** A thread that polls passes the same point again and again: often enough is often enough. */
    private static final int MOST_TIMES = 3;

    /** Our own frames and that of the port call. */
    private static final int FRAMES_HERE = 3;

    /** The threads of the library, which have a number or a file's name behind. */
    private static final String OURS = "tpfutex-";

    private static final String PROTOCOL = "dev.tpfutex.core.";
    private static final StackWalker STACK = StackWalker.getInstance();

    private final String thread;
    private final Action action;
    private final String point;
    private final Map<String, Integer> passed = new HashMap<>();
    private boolean sprung;

    private Trap(String thread, Action action, String point) {
        this.thread = thread;
        this.action = action;
        this.point = point;
    }

    /** The thread's name, or its beginning if it is one of the library; action, and for all but {@code trace} the point. */
    static Trap parse(List<String> words) {
        Signals.prepare();
        Action action = Action.valueOf(words.get(1).toUpperCase());
        return new Trap(words.get(0), action, action == Action.TRACE ? "" : words.get(2));
    }

    void pass(Port port, String call) {
        if (!sprung && isMine(Thread.currentThread().getName())) {
            String site = STACK.walk(frames -> call + "@" + frames.skip(FRAMES_HERE)
                    .filter(frame -> !frame.getClassName().equals(Port.class.getName()))
                    .takeWhile(frame -> frame.getClassName().startsWith(PROTOCOL))
                    .map(Trap::describe)
                    .collect(Collectors.joining("<")));
            arrive(port, site, passed.merge(site, 1, Integer::sum));
        }
    }

    private boolean isMine(String name) {
        return name.equals(thread) || thread.startsWith(OURS) && name.startsWith(thread);
    }

    private void arrive(Port port, String site, int times) {
        String here = site + "#" + times;
        if (action == Action.TRACE) {
            if (times <= MOST_TIMES) {
                say("POINT " + here);
            }
        } else if (here.equals(point) || here.startsWith(point + ":")) {
            sprung = true;
            say((action == Action.DIE ? "DIES " : "STOPS ") + here + " " + Scene.describe(port));
            Signals.sendToThisProcess(action == Action.DIE ? Signals.SIGKILL : Signals.SIGSTOP);
        }
    }

    private static void say(String text) {
        System.out.println(text);
        System.out.flush();
    }

    private static String describe(StackFrame frame) {
        String type = frame.getClassName();
        return type.substring(type.lastIndexOf('.') + 1) + "." + frame.getMethodName() + ":" + frame.getLineNumber();
    }
}
