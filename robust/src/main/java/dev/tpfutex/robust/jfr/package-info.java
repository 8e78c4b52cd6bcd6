/** Events of the JDK's Flight Recorder. The only package that uses the module {@code jdk.jfr}, which may be missing. */
package dev.tpfutex.robust.jfr;
