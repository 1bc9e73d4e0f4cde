/** What Lin et al. publish about their policies, through files, models and simulations. */
@NullMarked
package dev.ductile.simulator.lin;

import org.jspecify.annotations.NullMarked;
