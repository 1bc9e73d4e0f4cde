package dev.ductile.bench;

import dev.ductile.models.topology.PlacementMeasurement;
import dev.ductile.models.topology.RobustLeastSquares;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The form of Pollux (Qiao et al., OSDI 2021, Section 3.2), fitted like ours. */
final class PolluxForm {
  private static final double TOLERANCE = 0.1;

  private final double[] value;

  private PolluxForm(double[] roots, double shortest) {
    value = new double[roots.length];
    for (int i = 0; i < value.length; i++) {
      value[i] = roots[i] * roots[i] * (i < 6 ? shortest : 1);
    }
  }

  static ToDoubleFunction<PlacementMeasurement> fit(List<PlacementMeasurement> measurements) {
    double shortest =
        measurements.stream().mapToDouble(PlacementMeasurement::secondsPerStep).min().orElseThrow();
    double most =
        measurements.stream()
            .mapToDouble(PlacementMeasurement::examplesPerWorker)
            .max()
            .orElseThrow();
    var descent =
        new RobustLeastSquares(
            roots -> residuals(new PolluxForm(roots, shortest), measurements), TOLERANCE);
    List<double[]> starts = List.of(start(0.1, most), start(0.4, most), start(1, most));
    return new PolluxForm(descent.best(starts), shortest)::seconds;
  }

  private static double[] start(double overlap, double mostExamples) {
    return new double[] {0.7, 1.4 / Math.sqrt(mostExamples), 0.5, 0.3, 0.7, 0.3, overlap};
  }

  private static double[] residuals(PolluxForm form, List<PlacementMeasurement> measurements) {
    return measurements.stream()
        .mapToDouble(measured -> StrictMath.log(form.seconds(measured) / measured.secondsPerStep()))
        .toArray();
  }

  private double seconds(PlacementMeasurement measured) {
    double computation = value[0] + value[1] * measured.examplesPerWorker();
    double exchange = exchange(measured.spread().workers(), measured.spread().nodes());
    double overlap = 1 + 9 * value[6] / (1 + value[6]);
    double longer = Math.max(computation, exchange);
    double shorter = Math.min(computation, exchange);
    return longer * StrictMath.pow(1 + StrictMath.pow(shorter / longer, overlap), 1 / overlap);
  }

  private double exchange(int workers, int nodes) {
    if (workers == 1) {
      return 0;
    }
    return nodes == 1 ? value[2] + value[3] * (workers - 2) : value[4] + value[5] * (workers - 2);
  }
}
