/** Metrics of lock spaces for Micrometer: {@link dev.tpfutex.micrometer.TpFutexMetrics}. */
package dev.tpfutex.micrometer;
