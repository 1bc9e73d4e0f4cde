package dev.ductile.reproductions.claim;

/**
 * The result of a check: whether it holds, and the numbers that decided it.
 *
 * @param mayBeChance whether it holds for the means only: with other seeds it might not
 */
public record Finding(boolean holds, String measured, boolean mayBeChance) {
  Finding(boolean holds, String measured) {
    this(holds, measured, false);
  }
}
