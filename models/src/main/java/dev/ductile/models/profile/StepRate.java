package dev.ductile.models.profile;

import java.util.List;

/**
 * The measured speed of a running program.
 *
 * @param steps the number of observed steps
 * @param error the relative error of the speed that holds nine times out of ten
 */
public record StepRate(double stepsPerSecond, double steps, double error) {
  private static final int MOST_BLOCKS = 10;
  private static final int LEAST_MARKS = 3;

  /** Student's t, 0.95 one-sided, for 1 to 9 degrees of freedom. */
  private static final double[] STUDENT = {
    6.314, 2.920, 2.353, 2.132, 2.015, 1.943, 1.895, 1.860, 1.833
  };

  /** The progress of the program at one instant. */
  public record Mark(double seconds, double step) {}

  public StepRate {
    if (!(stepsPerSecond > 0) || !(error >= 0) || Double.isInfinite(stepsPerSecond)) {
      throw new IllegalArgumentException(
          "a rate needs more than 0 steps per second and an error of at least 0, not %s and %s"
              .formatted(stepsPerSecond, error));
    }
  }

  /**
   * The steps from the first mark to the last, divided by their time. The error follows from the
   * variation of the rate among up to ten intervals.
   *
   * @throws IllegalArgumentException if there are too few marks for a rate and its error
   */
  public static StepRate of(List<Mark> marks) {
    if (marks.size() < LEAST_MARKS) {
      throw new IllegalArgumentException(
          "%d steps are too few to measure a speed; at least %d are needed"
              .formatted(marks.size(), LEAST_MARKS));
    }
    double mean = rate(marks.getFirst(), marks.getLast());
    int blocks = Math.min(MOST_BLOCKS, marks.size() - 1);
    double squares = 0;
    for (int i = 0; i < blocks; i++) {
      Mark from = marks.get(i * (marks.size() - 1) / blocks);
      Mark to = marks.get((i + 1) * (marks.size() - 1) / blocks);
      double off = rate(from, to) - mean;
      squares += off * off;
    }
    double deviation = StrictMath.sqrt(squares / (blocks - 1));
    double error = STUDENT[blocks - 2] * deviation / StrictMath.sqrt(blocks) / mean;
    return new StepRate(mean, marks.getLast().step() - marks.getFirst().step(), error);
  }

  private static double rate(Mark from, Mark to) {
    if (!(to.seconds() > from.seconds() && to.step() > from.step())) {
      throw new IllegalArgumentException(
          "time and steps of marks must increase, not from %s to %s".formatted(from, to));
    }
    return (to.step() - from.step()) / (to.seconds() - from.seconds());
  }
}
