/** Scripted JVMs for the tests: a child that obeys commands, and the parent that gives them. */
package dev.tpfutex.robust.peer;
