/** Speeds by the placement of workers, and by other jobs on the same links. */
@NullMarked
package dev.ductile.models.topology;

import org.jspecify.annotations.NullMarked;
