package dev.ductile.learned.policy;

/**
 * The factors of the figures of a job in the state. They bring the figures to the same order of
 * magnitude, without which training is slow.
 *
 * @param slotsRun factor of the slots that a job has run
 * @param remaining factor of the remaining steps
 * @param share factor of the dominant share
 * @param tasks factor of the numbers of workers and servers
 */
public record Scales(double slotsRun, double remaining, double share, double tasks) {
  /** The figures as they are. */
  public static final Scales NONE = new Scales(1, 1, 1, 1);

  public Scales {
    for (double factor : new double[] {slotsRun, remaining, share, tasks}) {
      if (!(factor > 0) || Double.isInfinite(factor)) {
        throw new IllegalArgumentException(
            "factors of the state must be finite and above 0, not %s".formatted(factor));
      }
    }
  }
}
