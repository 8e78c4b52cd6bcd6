/** The metrics of {@code tpfutexd} for Prometheus. */
package dev.tpfutex.prometheus;
