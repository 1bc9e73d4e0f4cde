/** Restarts of {@code ductile run}: no task starts twice, and none is left behind. */
@NullMarked
package dev.ductile.bench.restarts;

import org.jspecify.annotations.NullMarked;
