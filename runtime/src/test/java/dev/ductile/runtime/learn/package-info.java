/** Tests of models, gradients and optimisers. */
@NullMarked
package dev.ductile.runtime.learn;

import org.jspecify.annotations.NullMarked;
