package dev.ductile.bench;

import dev.ductile.models.convergence.Hint;
import dev.ductile.models.convergence.LossHistory;
import java.util.List;

/** The runs that an early stop would stop wrongly, and the steps that it would save. */
final class CurveHints {
  private static final double KEEP = 0.25;

  private CurveHints() {}

  static void print(List<TrainingCurve> runs) {
    System.out.printf("%nstop below a chance of 5 %% to end among the best quarter%n");
    for (String task : List.of("digits-cnn", "char-transformer")) {
      List<TrainingCurve> some = runs.stream().filter(run -> run.task().equals(task)).toList();
      for (double seen : new double[] {0.1, 0.2, 0.4}) {
        print(task, some, seen);
      }
    }
  }

  private static void print(String task, List<TrainingCurve> runs, double seen) {
    if (runs.isEmpty()) {
      return;
    }
    int steps = runs.getFirst().steps();
    double[] ends = runs.stream().mapToDouble(CurveHints::end).toArray();
    double[] sorted = ends.clone();
    java.util.Arrays.sort(sorted);
    double bar = sorted[(int) Math.ceil(KEEP * sorted.length) - 1];
    List<LossHistory> histories = runs.stream().map(run -> run.history(run.steps(seen))).toList();
    List<Hint> hints = Hint.among(histories, KEEP, steps);
    int stopped = 0;
    int wrong = 0;
    boolean bestKept = true;
    for (int i = 0; i < ends.length; i++) {
      if (hints.get(i).verdict() == Hint.Verdict.PROBABLY_STOP) {
        stopped++;
        wrong += ends[i] <= bar ? 1 : 0;
        bestKept &= ends[i] > sorted[0];
      }
    }
    System.out.printf(
        "%-17s at %2.0f%%: %d of %d stopped, %d of them in the best quarter, best run %s, %.0f %% of all steps saved%n",
        task,
        100 * seen,
        stopped,
        ends.length,
        wrong,
        bestKept ? "kept" : "stopped",
        100.0 * stopped * (1 - seen) / ends.length);
    String figure = "%s after %.0f %%".formatted(task, 100 * seen);
    ResultRecorder.keep(figure + ", runs stopped", stopped, "of " + ends.length);
    ResultRecorder.keep(figure + ", of them in the best quarter", wrong, "");
  }

  private static double end(TrainingCurve run) {
    double end = run.smoothed(run.steps());
    return Double.isFinite(end) ? end : Double.POSITIVE_INFINITY;
  }
}
