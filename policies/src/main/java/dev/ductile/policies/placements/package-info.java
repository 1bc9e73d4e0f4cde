/** Placements, which choose the nodes of a job's tasks; any policy works with any placement. */
@NullMarked
package dev.ductile.policies.placements;

import org.jspecify.annotations.NullMarked;
