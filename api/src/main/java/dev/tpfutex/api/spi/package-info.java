/** For implementations of the API only; programs that use locks need nothing from here. */
package dev.tpfutex.api.spi;
