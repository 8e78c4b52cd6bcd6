/** Seeded mistakes that the search must find. They exist only here, as patches to the production source. */
package dev.tpfutex.model.mutants;
