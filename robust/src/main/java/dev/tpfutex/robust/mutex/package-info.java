/** The mutex that users see, on top of {@link dev.tpfutex.core.FutexMutex}. */
package dev.tpfutex.robust.mutex;
