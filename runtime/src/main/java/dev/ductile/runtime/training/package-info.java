/** Models, their losses and gradients, and the optimisers that servers run. */
@NullMarked
package dev.ductile.runtime.training;

import org.jspecify.annotations.NullMarked;
