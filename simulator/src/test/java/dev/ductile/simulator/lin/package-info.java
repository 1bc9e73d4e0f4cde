/** The published results of Lin et al., by files, models and simulations. */
@NullMarked
package dev.ductile.simulator.lin;

import org.jspecify.annotations.NullMarked;
