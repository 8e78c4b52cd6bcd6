/** The threads of this process as tasks of a space. */
package dev.tpfutex.robust.task;
