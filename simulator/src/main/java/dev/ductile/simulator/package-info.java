/** The simulator: a cluster in one thread, with its clock, jobs, failures and costs. */
@NullMarked
package dev.ductile.simulator;

import org.jspecify.annotations.NullMarked;
