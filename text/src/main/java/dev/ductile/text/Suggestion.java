package dev.ductile.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Suggests a known word for an unknown one. */
public final class Suggestion {
  private static final int LONGEST = 64;
  private static final int MOST_LISTED = 40;
  private static final Pattern MEANT = Pattern.compile("; did you mean \"([^\"]+)\"\\?");

  private Suggestion() {}

  /** {@code ; did you mean "workers"? known: bounds, workers}; sorted, so always the same. */
  public static String phrase(String word, Collection<String> known) {
    List<String> sorted = known.stream().sorted().toList();
    String meant =
        nearest(word, sorted).map(best -> "; did you mean \"%s\"?".formatted(best)).orElse(";");
    String listed = String.join(", ", sorted.subList(0, Math.min(MOST_LISTED, sorted.size())));
    String more = sorted.size() > MOST_LISTED ? ", ..." : "";
    return sorted.isEmpty() ? "" : "%s known: %s%s".formatted(meant, listed, more);
  }

  /** The word that a message with such a phrase suggests. */
  public static Optional<String> in(String message) {
    Matcher meant = MEANT.matcher(message);
    return meant.find() ? Optional.of(meant.group(1)) : Optional.empty();
  }

  /** The nearest known word with at most three changed letters. */
  static Optional<String> nearest(String word, Collection<String> known) {
    String plain = plain(word);
    if (plain.length() > LONGEST) {
      return Optional.empty();
    }
    int allowed = plain.length() < 4 ? 1 : plain.length() < 9 ? 2 : 3;
    return known.stream()
        .filter(candidate -> distance(plain, plain(candidate)) <= allowed)
        .min(Comparator.comparingInt(candidate -> distance(plain, plain(candidate))));
  }

  private static String plain(String word) {
    return word.toLowerCase(Locale.ROOT).replaceAll("[-_ ]", "");
  }

  /** Letters to insert, drop, replace or swap with their neighbour (Damerau, CACM 1964). */
  static int distance(String from, String to) {
    int[][] edits = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        edits[i][j] = i == 0 || j == 0 ? i + j : cheapest(edits, from, to, i, j);
      }
    }
    return edits[from.length()][to.length()];
  }

  private static int cheapest(int[][] edits, String from, String to, int i, int j) {
    boolean same = from.charAt(i - 1) == to.charAt(j - 1);
    int best = Math.min(edits[i - 1][j], edits[i][j - 1]) + 1;
    best = Math.min(best, edits[i - 1][j - 1] + (same ? 0 : 1));
    boolean swapped =
        i > 1
            && j > 1
            && from.charAt(i - 1) == to.charAt(j - 2)
            && from.charAt(i - 2) == to.charAt(j - 1);
    return swapped ? Math.min(best, edits[i - 2][j - 2] + 1) : best;
  }
}
