/** A program whose locks are measured, and what that costs. */
package dev.tpfutex.examples.metrics;
