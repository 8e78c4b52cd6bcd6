/** A record in a Chronicle Bytes file, kept by a lock: {@link dev.tpfutex.examples.chronicle.ChronicleRecord}. */
package dev.tpfutex.examples.chronicle;
