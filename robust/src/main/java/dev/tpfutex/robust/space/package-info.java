/** Opening and closing spaces: one attachment a file and JVM, any number of handles on it. */
package dev.tpfutex.robust.space;
