package dev.ductile.runtime.job.file;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** What somebody may have meant by a word that is not known. */
public final class Meant {
  private static final int LONGEST = 64;

  private Meant() {}

  /** {@code ; did you mean "workers"? known: servers, workers}. */
  public static String phrase(String word, Collection<String> known) {
    List<String> sorted = known.stream().sorted().toList();
    String plain = plain(word);
    int allowed = plain.length() < 4 ? 1 : plain.length() < 9 ? 2 : 3;
    String guess =
        sorted.stream()
            .filter(_ -> plain.length() <= LONGEST)
            .filter(candidate -> distance(plain, plain(candidate)) <= allowed)
            .min(Comparator.comparingInt(candidate -> distance(plain, plain(candidate))))
            .map(best -> "; did you mean \"%s\"?".formatted(best))
            .orElse(";");
    return sorted.isEmpty() ? "" : "%s known: %s".formatted(guess, String.join(", ", sorted));
  }

  private static String plain(String word) {
    return word.toLowerCase(Locale.ROOT).replaceAll("[-_ ]", "");
  }

  /** Letters to insert, drop, replace or swap with their neighbour (Damerau, CACM 1964). */
  private static int distance(String from, String to) {
    int[][] edits = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        edits[i][j] = i == 0 || j == 0 ? i + j : least(edits, from, to, i, j);
      }
    }
    return edits[from.length()][to.length()];
  }

  private static int least(int[][] edits, String from, String to, int i, int j) {
    int replaced = edits[i - 1][j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
    int least = Math.min(replaced, Math.min(edits[i - 1][j], edits[i][j - 1]) + 1);
    boolean swapped =
        i > 1
            && j > 1
            && from.charAt(i - 1) == to.charAt(j - 2)
            && from.charAt(i - 2) == to.charAt(j - 1);
    return swapped ? Math.min(least, edits[i - 2][j - 2] + 1) : least;
  }
}
