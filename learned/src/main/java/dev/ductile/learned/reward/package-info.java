/** Rewards of a slot, by which policies learn and are judged. */
@NullMarked
package dev.ductile.learned.reward;

import org.jspecify.annotations.NullMarked;
