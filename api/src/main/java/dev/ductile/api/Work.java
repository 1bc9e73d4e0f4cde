package dev.ductile.api;

/**
 * The work of a job: its steps, how many of them are early feedback, and the name of a step for
 * people.
 */
public record Work(double steps, double feedbackSteps, String unit) {
  /** The steps of a job whose work is not known. */
  private static final double UNKNOWN_STEPS = 1e12;

  /** The work of a job that does not say how far it has to go; it ends when its tasks end. */
  public static final Work UNKNOWN = new Work(UNKNOWN_STEPS, 0, "steps");

  public Work {
    if (!(steps > 0) || Double.isInfinite(steps)) {
      throw new IllegalArgumentException(
          "work must be a finite number of steps above 0, not %s".formatted(steps));
    }
    if (!(feedbackSteps >= 0 && feedbackSteps <= steps)) {
      throw new IllegalArgumentException(
          "early feedback must take between 0 and %s steps, not %s"
              .formatted(steps, feedbackSteps));
    }
  }

  /** The phase of a job that has done this many steps. */
  public Phase phaseAfter(double stepsDone) {
    return stepsDone < feedbackSteps ? Phase.EARLY_FEEDBACK : Phase.TRAINING;
  }

  public boolean isUnknown() {
    return steps == UNKNOWN_STEPS;
  }

  public static Work steps(double steps) {
    return new Work(steps, 0, "steps");
  }
}
