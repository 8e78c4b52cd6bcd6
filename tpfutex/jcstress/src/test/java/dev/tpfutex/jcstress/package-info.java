/** Runs the jcstress tests of {@code dev.tpfutex.core} as part of the build. */
package dev.tpfutex.jcstress;
