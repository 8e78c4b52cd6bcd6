/** What was measured, as records, and as the JSON files that they are kept in. */
package dev.tpfutex.bench.result;
