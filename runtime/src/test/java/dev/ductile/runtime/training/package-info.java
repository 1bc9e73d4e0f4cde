/** Tests of models, gradients and optimisers. */
@NullMarked
package dev.ductile.runtime.training;

import org.jspecify.annotations.NullMarked;
