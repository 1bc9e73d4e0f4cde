package dev.ductile.models.profile;

import java.util.List;

/**
 * How fast a running program made its steps.
 *
 * @param steps how many were seen
 * @param error by which share of itself the speed may be off, nine times out of ten
 */
public record StepRate(double stepsPerSecond, double steps, double error) {
  private static final int MOST_BLOCKS = 10;
  private static final int LEAST_MARKS = 3;

  /** Student's t, 0.95 one-sided, for 1 to 9 degrees of freedom. */
  private static final double[] STUDENT = {
    6.314, 2.920, 2.353, 2.132, 2.015, 1.943, 1.895, 1.860, 1.833
  };

  /** How far the program was at one instant. */
  public record Mark(double seconds, double step) {}

  public StepRate {
    if (!(stepsPerSecond > 0) || !(error >= 0) || Double.isInfinite(stepsPerSecond)) {
      throw new IllegalArgumentException(
          "a rate needs more than 0 steps per second and an error of at least 0, not %s and %s"
              .formatted(stepsPerSecond, error));
    }
  }

  /**
   * The way from the first mark to the last, divided by its time. The error is from how much the
   * rate varies among up to ten stretches of the way.
   *
   * @throws IllegalArgumentException if the marks are too few to tell a rate and its error
   */
  public static StepRate of(List<Mark> marks) {
    if (marks.size() < LEAST_MARKS) {
      throw new IllegalArgumentException(
          "%d steps are too few to measure a speed, it takes %d"
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
      throw new IllegalArgumentException("marks must go on, not from %s to %s".formatted(from, to));
    }
    return (to.step() - from.step()) / (to.seconds() - from.seconds());
  }
}
