/**
 * One lock space is one file: creating it, opening it with distrust, mapping it. What is inside is
 * declared in {@link dev.tpfutex.shm.layout}; how it is used is the business of the modules above.
 */
package dev.tpfutex.shm;
