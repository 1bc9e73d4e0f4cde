package dev.ductile.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Suggests a known word for an unknown one. */
public final class Suggestion {
  private static final int LONGEST = 64;

  /** The cost of a letter that is inserted, dropped or replaced. */
  static final int LETTER = 4;

  /** Two swapped letters are the likelier mistake: srft is srtf rather than srpt. */
  private static final int SWAP = 3;

  private static final int MOST_LISTED = 40;
  private static final Pattern MEANT = Pattern.compile("; did you mean \"([^\"]+)\"");
  private static final int LEAST_BEGINNING = 3;
  private static final int MOST_LONGER = 3;

  private Suggestion() {}

  /** {@code ; did you mean "workers"? known: bounds, workers}; sorted, so always the same. */
  public static String phrase(String word, Collection<String> known) {
    return phrase(word, known, Map.of());
  }

  /** The same with words that are known elsewhere, and their full names there. */
  static String phrase(String word, Collection<String> known, Map<String, String> elsewhere) {
    List<String> sorted = known.stream().sorted().toList();
    List<String> likely = meant(word, sorted, elsewhere);
    String meant =
        likely.isEmpty()
            ? ";"
            : "; did you mean %s?"
                .formatted(
                    likely.stream().map("\"%s\""::formatted).collect(Collectors.joining(" or ")));
    String listed = String.join(", ", sorted.subList(0, Math.min(MOST_LISTED, sorted.size())));
    String more = sorted.size() > MOST_LISTED ? ", ..." : "";
    return sorted.isEmpty() ? "" : "%s known: %s%s".formatted(meant, listed, more);
  }

  /** The word that a message with such a phrase suggests. */
  public static Optional<String> in(String message) {
    Matcher meant = MEANT.matcher(message);
    return meant.find() ? Optional.of(meant.group(1)) : Optional.empty();
  }

  /** The nearest known word, with at most three other letters, or else the first that begins so. */
  public static Optional<String> nearest(String word, Collection<String> known) {
    return meant(word, known).stream().findFirst();
  }

  /** A word of elsewhere is meant if it is written exactly so, or if no known word is near. */
  private static List<String> meant(
      String word, List<String> known, Map<String, String> elsewhere) {
    Optional<String> exactly = Optional.ofNullable(elsewhere.get(word));
    if (exactly.isPresent()) {
      return exactly.stream().toList();
    }
    List<String> here = meant(word, known);
    return here.isEmpty()
        ? meant(word, elsewhere.keySet().stream().sorted().toList()).stream()
            .flatMap(name -> Optional.ofNullable(elsewhere.get(name)).stream())
            .toList()
        : here;
  }

  private static List<String> meant(String word, Collection<String> known) {
    String plain = plain(word);
    if (plain.length() > LONGEST) {
      return List.of();
    }
    int allowed = LETTER * (plain.length() < 4 ? 1 : plain.length() < 9 ? 2 : 3);
    Optional<String> similar =
        known.stream()
            .filter(candidate -> distance(plain, plain(candidate)) <= allowed)
            .min(
                Comparator.<String>comparingInt(candidate -> distance(plain, plain(candidate)))
                    .thenComparingInt(candidate -> -sameBeginning(plain, plain(candidate))));
    return similar.map(List::of).orElseGet(() -> longer(plain, known));
  }

  /** The first letters of both words: gpu is gpus rather than cpu. */
  private static int sameBeginning(String one, String other) {
    int length = 0;
    while (length < Math.min(one.length(), other.length())
        && one.charAt(length) == other.charAt(length)) {
      length++;
    }
    return length;
  }

  /** Known words that begin with this one. */
  private static List<String> longer(String plain, Collection<String> known) {
    return plain.length() < LEAST_BEGINNING
        ? List.of()
        : known.stream()
            .filter(candidate -> plain(candidate).startsWith(plain))
            .limit(MOST_LONGER)
            .toList();
  }

  private static String plain(String word) {
    return word.toLowerCase(Locale.ROOT).replaceAll("[-_ ]", "");
  }

  /** The cost to insert, drop, replace or swap letters (Damerau, CACM 1964). */
  static int distance(String from, String to) {
    int[][] edits = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        edits[i][j] = i == 0 || j == 0 ? LETTER * (i + j) : cheapest(edits, from, to, i, j);
      }
    }
    return edits[from.length()][to.length()];
  }

  private static int cheapest(int[][] edits, String from, String to, int i, int j) {
    boolean same = from.charAt(i - 1) == to.charAt(j - 1);
    int best = Math.min(edits[i - 1][j], edits[i][j - 1]) + LETTER;
    best = Math.min(best, edits[i - 1][j - 1] + (same ? 0 : LETTER));
    boolean swapped =
        i > 1
            && j > 1
            && from.charAt(i - 1) == to.charAt(j - 2)
            && from.charAt(i - 2) == to.charAt(j - 1);
    return swapped ? Math.min(best, edits[i - 2][j - 2] + SWAP) : best;
  }
}
