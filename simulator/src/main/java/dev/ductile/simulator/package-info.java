/** A whole cluster in one thread: its clock, its jobs, its faults and costs. */
@NullMarked
package dev.ductile.simulator;

import org.jspecify.annotations.NullMarked;
