package dev.ductile.policies.lin;

import dev.ductile.api.Phrase;
import dev.ductile.policies.sizing.SpeedBySize;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * A rule for the best of the available sizes of a job, and for the order of jobs. The best size
 * depends on the job's speeds and not on its progress, so it is cached for each speed by size.
 */
abstract class Heuristic {
  private final Map<SpeedBySize, Cheapest> known = new WeakHashMap<>();

  /** The index of the best size up to {@code most}; the smallest of equally good ones. */
  final int best(SpeedBySize speeds, int most) {
    return known
        .computeIfAbsent(speeds, any -> new Cheapest())
        .upTo(most, index -> cost(speeds, index));
  }

  /** The cost of a size, which is least at the best size. */
  protected abstract double cost(SpeedBySize speeds, int index);

  /** The rank of a job at a size, in seconds; the job with the least rank comes first. */
  abstract double rank(SizedJob job, int index);

  /** The name of {@link #rank} in reasons. */
  abstract String criterion();

  /** Whether a job may come sooner when it can only have fewer nodes. */
  boolean mayPreferFewer() {
    return false;
  }

  /** The reason for this size, as the end of a sentence. */
  abstract Phrase why(SizedJob job, int index);

  /** The nodes of a size: all of its tasks. */
  static int nodes(SpeedBySize speeds, int index) {
    return speeds.size(index).tasks();
  }
}
