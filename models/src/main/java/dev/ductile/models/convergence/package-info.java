/** Loss curves: fits, forecasts of the remaining steps, and advice to stop a run. */
@NullMarked
package dev.ductile.models.convergence;

import org.jspecify.annotations.NullMarked;
