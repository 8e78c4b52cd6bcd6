/** What becomes of the events of this JVM: behind {@code monitor}. */
package dev.tpfutex.robust.observe;
