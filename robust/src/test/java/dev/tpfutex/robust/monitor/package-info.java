/** Tests of what a space tells about itself. */
package dev.tpfutex.robust.monitor;
