/** Measurements of the journal in a database. */
@NullMarked
package dev.ductile.bench.journal;

import org.jspecify.annotations.NullMarked;
