/**
 * Partitions of the parameters: their numbers, optimiser state and sums, and checkpoints of them.
 */
@NullMarked
package dev.ductile.runtime.state;

import org.jspecify.annotations.NullMarked;
