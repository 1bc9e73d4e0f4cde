package dev.ductile.policies.lin;

import dev.ductile.api.Phrase;
import dev.ductile.policies.sizing.SpeedBySize;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * Which size is best for a job among those it can have, and how soon its turn comes. The best size
 * depends on the job's speeds only and not on how far it is, so it is remembered for each ladder.
 */
abstract class Heuristic {
  private final Map<SpeedBySize, Cheapest> known = new WeakHashMap<>();

  /** The best rung up to {@code most}; the lowest of equally good ones. */
  final int best(SpeedBySize ladder, int most) {
    return known
        .computeIfAbsent(ladder, any -> new Cheapest())
        .upTo(most, rung -> cost(ladder, rung));
  }

  /** What is the least at the best rung. */
  protected abstract double cost(SpeedBySize ladder, int rung);

  /** What is the least for the job whose turn is first, in seconds. */
  abstract double rank(Seat seat, int rung);

  /** What {@link #rank} is, in words. */
  abstract String criterion();

  /** Whether a job that can have fewer nodes than before may have its turn sooner by that. */
  boolean mayPreferFewer() {
    return false;
  }

  /** Why this rung and no higher one, as the end of a sentence. */
  abstract Phrase why(Seat seat, int rung);

  /** How many nodes a job has on a rung: all of its tasks. */
  static int nodes(SpeedBySize ladder, int rung) {
    return ladder.size(rung).tasks();
  }
}
