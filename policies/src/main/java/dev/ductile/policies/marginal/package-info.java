/** A policy of this project: greedy by marginal gain, relative to the remaining time. */
@NullMarked
package dev.ductile.policies.marginal;

import org.jspecify.annotations.NullMarked;
