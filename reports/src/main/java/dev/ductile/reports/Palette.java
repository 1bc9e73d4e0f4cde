package dev.ductile.reports;

import java.awt.Color;
import java.util.List;

/**
 * Colours for any kind of colour vision (Okabe and Ito, Color Universal Design, 2008), those with
 * the best contrast on white and on black first.
 */
public final class Palette {
  public static final List<String> COLOURS =
      List.of("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#7F7F7F");

  private Palette() {}

  /** The colour of a policy or job; colours repeat after the last one. */
  public static Color colour(int index) {
    return Color.decode(COLOURS.get(index % COLOURS.size()));
  }

  /** How often the colours have repeated before this one; lines then differ by dashes. */
  static int round(int index) {
    return index / COLOURS.size();
  }
}
