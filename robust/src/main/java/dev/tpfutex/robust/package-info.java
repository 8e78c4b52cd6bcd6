/** The entry point of the implementation; users come here through {@link dev.tpfutex.api.LockSpace#open}. */
package dev.tpfutex.robust;
