/** What can be added to the mapping of space files from outside: see {@link dev.tpfutex.shm.spi.SpaceMapper}. */
package dev.tpfutex.shm.spi;
