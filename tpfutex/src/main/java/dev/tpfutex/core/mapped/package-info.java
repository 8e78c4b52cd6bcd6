/** The production port: a mapped space file, {@code futex(2)}, and the kernel's knowledge of who is alive. */
package dev.tpfutex.core.mapped;
