/** Lock spaces in files that Chronicle Bytes has mapped: see {@link dev.tpfutex.shm.chronicle.ChronicleMapper}. */
package dev.tpfutex.shm.chronicle;
