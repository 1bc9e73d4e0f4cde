/** How far a job has to go, by its loss so far. */
@NullMarked
package dev.ductile.models.convergence;

import org.jspecify.annotations.NullMarked;
