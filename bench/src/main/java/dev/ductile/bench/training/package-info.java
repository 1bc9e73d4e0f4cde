/** Measurements of real training jobs: processes of the runtime, started as an engine would. */
@NullMarked
package dev.ductile.bench.training;

import org.jspecify.annotations.NullMarked;
