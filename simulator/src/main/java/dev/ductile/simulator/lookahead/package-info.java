/** Rollouts of a picture under several policies, and the policy that decides by them. */
@NullMarked
package dev.ductile.simulator.lookahead;

import org.jspecify.annotations.NullMarked;
