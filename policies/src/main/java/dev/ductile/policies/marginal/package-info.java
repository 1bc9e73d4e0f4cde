/** Devices one by one to where the next one is worth most. */
@NullMarked
package dev.ductile.policies.marginal;

import org.jspecify.annotations.NullMarked;
