package dev.ductile.models.queueing;

/**
 * How transfers share a link: the weight gamma of Eq. 3, as a function of how busy the link is.
 * Gamma is 1 where all share it equally and 0 where they take turns.
 *
 * @param threshold the hybrid solver's transfers begin to overlap on a link that is busier than
 *     this
 */
public record Sharing(Solver solver, double threshold) {
  /** Where transfers begin to overlap in the authors' cluster (Eq. 4). */
  public static final double PUBLISHED_THRESHOLD = 0.8;

  /** Equal at any load, as at a station that Eq. 1 describes. */
  static final Sharing EQUAL = new Sharing(Solver.EXACT, PUBLISHED_THRESHOLD);

  public Sharing {
    if (!(threshold >= 0 && threshold < 1)) {
      throw new IllegalArgumentException(
          "threshold must be at least 0 and below 1, not %s".formatted(threshold));
    }
  }

  /** The weight gamma of transfers that overlap, on a link that is busy for this part of time. */
  double overlap(double utilisation) {
    return switch (solver) {
      case EXACT -> 1;
      case FCFS -> 0;
      case HYBRID -> Math.clamp((utilisation - threshold) / (1 - threshold), 0, 1);
    };
  }

  /** How much the overlap grows with the utilisation. */
  double slope(double utilisation) {
    return switch (solver) {
      case EXACT, FCFS -> 0;
      case HYBRID -> utilisation > threshold && utilisation < 1 ? 1 / (1 - threshold) : 0;
    };
  }
}
