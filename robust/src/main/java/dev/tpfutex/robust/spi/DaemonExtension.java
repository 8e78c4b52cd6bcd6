package dev.tpfutex.robust.spi;

import dev.tpfutex.robust.monitor.SpaceMonitor;
import java.io.IOException;

/**
 * Something that {@code tpfutexd} does beside its work, when its command line or its configuration asks for it. Found by
 * {@link java.util.ServiceLoader}, on the module path or the class path; so the daemon itself needs no library.
 */
public interface DaemonExtension {

    /**
     * What it is called: with two dashes the option that asks for it, without them the key in the configuration.
     *
     * @return for example {@code metrics}
     */
    String name();

    /**
     * What the daemon says of the option when asked for help.
     *
     * @return the option, its value and what it does, indented by two blanks, with a line break at the end
     */
    String usage();

    /**
     * Begins, once all options are read.
     *
     * @param value what is said to it there
     * @return what is told of the spaces from now on, and closed at the end
     * @throws IllegalArgumentException if the value is wrong; the message says how
     * @throws IOException if it cannot begin; the message says why
     */
    Running start(String value) throws IOException;

    /** An extension at work. Its methods are called by one thread at a time. */
    interface Running extends AutoCloseable {

        /**
         * For people, when the daemon begins to serve.
         *
         * @return for example where it can be reached; one line
         */
        String describe();

        /**
         * The daemon has a space open from now on.
         *
         * @param space to look at
         */
        void opened(SpaceMonitor space);

        /**
         * The daemon is about to close a space.
         *
         * @param space the one of {@link #opened}
         */
        void closing(SpaceMonitor space);

        @Override
        void close();
    }
}
