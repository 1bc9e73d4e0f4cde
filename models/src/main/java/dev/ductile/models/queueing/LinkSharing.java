package dev.ductile.models.queueing;

/**
 * The way in which transfers share a link: the weight gamma of Eq. 3 as a function of the
 * utilisation. Gamma is 1 if transfers share the link equally, 0 if they are served one after the
 * other.
 *
 * @param threshold the utilisation above which transfers overlap, for the hybrid solver
 */
public record LinkSharing(Solver solver, double threshold) {
  /** The threshold of the authors' cluster (Eq. 4). */
  public static final double PUBLISHED_THRESHOLD = 0.8;

  /** Equal sharing at every utilisation, as in Eq. 1. */
  static final LinkSharing EQUAL = new LinkSharing(Solver.EXACT, PUBLISHED_THRESHOLD);

  public LinkSharing {
    if (!(threshold >= 0 && threshold < 1)) {
      throw new IllegalArgumentException(
          "threshold must be at least 0 and below 1, not %s".formatted(threshold));
    }
  }

  /** The weight gamma at this utilisation of the link. */
  double overlap(double utilisation) {
    return switch (solver) {
      case EXACT -> 1;
      case FCFS -> 0;
      case HYBRID -> Math.clamp((utilisation - threshold) / (1 - threshold), 0, 1);
    };
  }

  /** The derivative of gamma by the utilisation. */
  double slope(double utilisation) {
    return switch (solver) {
      case EXACT, FCFS -> 0;
      case HYBRID -> utilisation > threshold && utilisation < 1 ? 1 / (1 - threshold) : 0;
    };
  }
}
