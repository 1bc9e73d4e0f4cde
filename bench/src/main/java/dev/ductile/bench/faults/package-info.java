/** Recovery of training jobs from killed processes. */
@NullMarked
package dev.ductile.bench.faults;

import org.jspecify.annotations.NullMarked;
