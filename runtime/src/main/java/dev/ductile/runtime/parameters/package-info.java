/**
 * The parameters of a model: their partitions, and the replicas of these with the sums that change
 * them.
 */
@NullMarked
package dev.ductile.runtime.parameters;

import org.jspecify.annotations.NullMarked;
