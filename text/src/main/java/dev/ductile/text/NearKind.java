package dev.ductile.text;

import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A kind that a document may have been meant to be.
 *
 * @param missing the keys of the kind that the document lacks
 * @param misspelt the keys of the kind that the document has in another spelling
 */
record NearKind(FileKind kind, List<String> missing, Map<String, String> misspelt) {
  /** Shorter keys resemble each other, so that fewer letters of them may differ. */
  private static final int SHORT = 6;

  /** The kinds of which a document has a key, those that lack the fewest keys first. */
  static List<NearKind> of(Written root) {
    return Arrays.stream(FileKind.values())
        .flatMap(kind -> of(kind, root).stream())
        .sorted(Comparator.comparingInt(near -> near.missing.size()))
        .toList();
  }

  private static Optional<NearKind> of(FileKind kind, Written root) {
    Map<String, String> misspelt = new LinkedHashMap<>();
    for (String key : kind.keys()) {
      if (!root.node().has(key)) {
        spelling(key, root).ifPresent(written -> misspelt.put(key, written));
      }
    }
    List<String> missing =
        kind.keys().stream()
            .filter(key -> !root.node().has(key) && !misspelt.containsKey(key))
            .toList();
    return missing.size() < kind.keys().size()
        ? Optional.of(new NearKind(kind, missing, misspelt))
        : Optional.empty();
  }

  /** The key of the document that is this one with a wrong letter or two. */
  private static Optional<String> spelling(String key, Written root) {
    int allowed = Suggestion.LETTER * (key.length() < SHORT ? 1 : 2);
    return root.node().properties().stream()
        .map(Map.Entry::getKey)
        .filter(written ->
            written.length() <= key.length() + allowed
                && Arrays.stream(FileKind.values()).noneMatch(kind -> kind.keys().contains(written))
                && Suggestion.distance(written, key) <= allowed)
        .findFirst();
  }

  /** {@code a state without jobs, if "clutser" is cluster}. */
  String phrase() {
    String without = missing.isEmpty() ? "" : " without " + String.join(" and ", missing);
    String meant =
        misspelt.entrySet().stream()
            .map(each -> "\"%s\" is %s".formatted(each.getValue(), each.getKey()))
            .collect(Collectors.joining(" and "));
    return kind.noun() + without + (meant.isEmpty() ? "" : " if " + meant);
  }
}
