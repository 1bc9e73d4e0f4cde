package dev.ductile.reproductions.claim;

/**
 * What a check found: whether it holds, and the numbers that decided it.
 *
 * @param mayBeChance whether it holds of the means only: with other seeds it might not
 */
public record Finding(boolean holds, String measured, boolean mayBeChance) {
  Finding(boolean holds, String measured) {
    this(holds, measured, false);
  }
}
