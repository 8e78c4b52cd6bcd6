/**
 * Every interleaving of small scenarios: the production code, its steps known one by one, and a search through all
 * states of the world that they can lead to. Read {@code Search}, then {@code Model}, {@code Automaton}, {@code Past}.
 */
package dev.tpfutex.model.search;
