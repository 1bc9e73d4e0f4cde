/**
 * Whole jobs on one thread: the real processes on a network, a disk and a clock in memory, with all
 * randomness from a seed.
 */
@NullMarked
package dev.ductile.runtime.simulation;

import org.jspecify.annotations.NullMarked;
