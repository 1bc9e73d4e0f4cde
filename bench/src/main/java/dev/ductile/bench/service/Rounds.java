package dev.ductile.bench.service;

import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The times of the rounds with a decision so far, as the metrics of a server count them.
 *
 * @param upTo the number of rounds by the longest time that they took, in seconds
 */
record Rounds(NavigableMap<Double, Double> upTo) {
  private static final Pattern BUCKET =
      Pattern.compile(
          "(?m)^ductile_scheduler_round_seconds_bucket\\{le=\"([0-9.E+-]+)\"\\} (\\S+)$");

  /** The rounds in an answer of {@code /metrics}. */
  static Rounds of(String scrape) {
    var upTo = new TreeMap<Double, Double>();
    Matcher bucket = BUCKET.matcher(scrape);
    while (bucket.find()) {
      upTo.put(Double.parseDouble(bucket.group(1)), Double.parseDouble(bucket.group(2)));
    }
    return new Rounds(upTo);
  }

  /** The rounds after those. */
  Rounds since(Rounds before) {
    var later = new TreeMap<Double, Double>();
    upTo.forEach((limit, count) -> later.put(limit, count - before.upTo.getOrDefault(limit, 0.0)));
    return new Rounds(later);
  }

  /** In milliseconds; between two limits of the histogram, all times are equally frequent. */
  private double percentile(double share) {
    double wanted = share * (upTo.isEmpty() ? 0 : upTo.lastEntry().getValue());
    double from = 0;
    double below = 0;
    for (var bucket : upTo.entrySet()) {
      double here = bucket.getValue() - below;
      if (here > 0 && bucket.getValue() >= wanted) {
        return 1e3 * (from + (bucket.getKey() - from) * (wanted - below) / here);
      }
      from = bucket.getKey();
      below = bucket.getValue();
    }
    return 0;
  }

  /** Such as "3.1, 9.8 ms": median and 99th percentile. */
  String text() {
    return "%.1f, %.1f ms".formatted(percentile(0.5), percentile(0.99));
  }
}
