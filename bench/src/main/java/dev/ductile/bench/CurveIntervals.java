package dev.ductile.bench;

import dev.ductile.models.convergence.Ensemble;
import dev.ductile.models.convergence.Forecast;
import dev.ductile.models.convergence.InverseFit;
import dev.ductile.models.convergence.LossHistory;
import dev.ductile.models.convergence.Plateau;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongToDoubleFunction;

/** The share of true steps inside the interval of 90 %, and the error of predicted plateaus. */
final class CurveIntervals {
  private static final long FAR = 20;

  private CurveIntervals() {}

  static void print(List<TrainingCurve> runs) {
    System.out.printf("%ninterval of 90 %%, unbounded%n");
    for (double seen : new double[] {0.2, 0.4, 0.6}) {
      coverage(runs, seen);
    }
    System.out.printf(
        "%nplateau: 3 epochs of 25 steps lower the loss by less than 2 %% of the first%n");
    for (double seen : new double[] {0.2, 0.4, 0.6}) {
      plateaus(runs, seen);
    }
  }

  private static void coverage(List<TrainingCurve> runs, double seen) {
    int asked = 0;
    int within = 0;
    double width = 0;
    for (TrainingCurve run : runs) {
      for (double share : new double[] {0.5, 0.6, 0.7, 0.8, 0.9, 1}) {
        double target = run.smoothed(run.steps(share));
        int truth = Double.isFinite(target) ? run.first(target) : 0;
        LossHistory history = run.history(run.steps(seen));
        if (truth > run.steps(seen)
            && Forecast.of(history, target, Forecast.limit(history))
                instanceof Forecast.Expected expected) {
          long remaining = (long) truth - run.steps(seen);
          asked++;
          within += expected.low() <= remaining && remaining <= expected.high() ? 1 : 0;
          width += (double) (expected.high() - expected.low()) / run.steps();
        }
      }
    }
    System.out.printf(
        "seen %2.0f%%: %d predictions, %.1f %% within, mean width %.2f of the run's steps%n",
        100 * seen, asked, 100.0 * within / asked, width / asked);
    ResultRecorder.keep(
        "after %.0f %%, truth in the interval of 90 %%".formatted(100 * seen),
        100.0 * within / asked,
        "%");
  }

  private static void plateaus(List<TrainingCurve> runs, double seen) {
    var inverse = new double[runs.size()];
    var ensemble = new double[runs.size()];
    int asked = 0;
    for (TrainingCurve run : runs) {
      double first = run.smoothed(25);
      if (!Double.isFinite(run.smoothed(run.steps())) || first <= 0) {
        continue;
      }
      var plateau = new Plateau(25, 0.02 * first, 3);
      int from = run.steps(seen) / 25 * 25;
      OptionalLong truth = plateau.step(step -> run.smoothed((int) step), 25, run.steps());
      if (truth.orElse(0) > from) {
        LossHistory history = run.history(run.steps(seen));
        long limit = FAR * run.steps();
        inverse[asked] =
            InverseFit.fit(history)
                .map(curve -> error(plateau, curve::loss, from, limit, truth.getAsLong(), run))
                .orElse(Double.POSITIVE_INFINITY);
        ensemble[asked] =
            Ensemble.fit(history)
                .map(curve -> error(plateau, curve::loss, from, limit, truth.getAsLong(), run))
                .orElse(Double.POSITIVE_INFINITY);
        asked++;
      }
    }
    System.out.printf(
        "seen %2.0f%%: %d predictions, median error: papers' form %.3f, ensemble %.3f%n",
        100 * seen, asked, median(inverse, asked), median(ensemble, asked));
  }

  private static double error(
      Plateau plateau,
      LongToDoubleFunction curve,
      int from,
      long limit,
      long truth,
      TrainingCurve run) {
    OptionalLong step = plateau.step(curve, from, limit);
    return step.isEmpty()
        ? Double.POSITIVE_INFINITY
        : (double) Math.abs(step.getAsLong() - truth) / run.steps();
  }

  private static double median(double[] values, int count) {
    double[] sorted = Arrays.copyOf(values, count);
    Arrays.sort(sorted);
    return sorted[count / 2];
  }
}
