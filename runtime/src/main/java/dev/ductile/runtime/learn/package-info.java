/** Models, their losses and gradients, and the optimisers that servers run. */
@NullMarked
package dev.ductile.runtime.learn;

import org.jspecify.annotations.NullMarked;
