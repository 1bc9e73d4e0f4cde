package dev.ductile.models.convergence;

import java.util.List;
import java.util.Locale;

/**
 * Advice for a hyperparameter search: whether a run should continue.
 *
 * @param chance the probability that the smoothed loss is at or below the target by the step
 * @param target not a number for a run that has diverged
 * @param best the least smoothed loss of any run so far
 */
public record Hint(Verdict verdict, double chance, double target, long step, double best) {
  /** A run with a smaller chance should probably stop. */
  public static final double SLIM = 0.05;

  /** The advice for a run. */
  public enum Verdict {
    /** There are too few losses for advice. */
    WAIT,
    /** The run may reach the target. */
    CONTINUE,
    /** The run will probably miss the target. */
    PROBABLY_STOP
  }

  /** The advice for one run with a target and a last step. */
  public static Hint of(LossHistory run, double target, long step) {
    return of(run, target, step, run.smoothed());
  }

  /**
   * The advice for each run of one search, in their order. The target is the loss that the best
   * runs are expected to reach.
   *
   * @param keep the share of runs that count as the best, above 0 and at most 1
   * @param step the last step, at which the runs are compared
   */
  public static List<Hint> among(List<LossHistory> runs, double keep, long step) {
    if (!(keep > 0 && keep <= 1)) {
      throw new IllegalArgumentException("the share to keep must be 0 to 1, not " + keep);
    }
    double[] expected =
        runs.stream()
            .flatMap(run -> Ensemble.fit(run).stream())
            .mapToDouble(curve -> curve.loss((double) step))
            .sorted()
            .toArray();
    if (expected.length == 0) {
      return runs.stream().map(run -> of(run, Double.NaN, step, run.smoothed())).toList();
    }
    int last = (int) StrictMath.ceil(keep * expected.length) - 1;
    double best =
        runs.stream()
            .filter(run -> run.losses() > 0 && !run.hasDiverged())
            .mapToDouble(LossHistory::smoothed)
            .min()
            .orElse(Double.NaN);
    return runs.stream().map(run -> of(run, expected[last], step, best)).toList();
  }

  private static Hint of(LossHistory run, double target, long step, double best) {
    if (run.hasDiverged()) {
      return new Hint(Verdict.PROBABLY_STOP, 0, Double.NaN, step, best);
    }
    if (run.losses() < Ensemble.FEWEST) {
      return new Hint(Verdict.WAIT, Double.NaN, target, step, best);
    }
    double chance =
        run.smoothed() <= target
            ? 1
            : Ensemble.fit(run).orElseThrow().chance(target, (double) step);
    Verdict verdict = chance < SLIM ? Verdict.PROBABLY_STOP : Verdict.CONTINUE;
    return new Hint(verdict, chance, target, step, best);
  }

  /** The advice as a sentence. */
  public String sentence() {
    return switch (verdict) {
      case WAIT -> "too early to say";
      case CONTINUE -> "continue: " + reason();
      case PROBABLY_STOP -> "probably stop: " + reason();
    };
  }

  /** Whether there is a target. */
  public boolean hasTarget() {
    return !Double.isNaN(target);
  }

  private String reason() {
    if (!hasTarget()) {
      return "its newest losses are not finite: the run has diverged";
    }
    return String.format(
        Locale.ROOT,
        "%.0f %% chance to be at or below %.4g by step %d (best so far %.4g)",
        100 * chance,
        target,
        step,
        best);
  }
}
