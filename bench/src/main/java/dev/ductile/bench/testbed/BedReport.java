package dev.ductile.bench.testbed;

import dev.ductile.bench.ResultRecorder;
import dev.ductile.models.queueing.Solver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The report of the outcomes: tables as text, and for each case a CSV file and a chart. */
final class BedReport {
  private static final double[] THRESHOLDS = {0, 0.2, 0.4, 0.6, 0.7, 0.9};

  private BedReport() {}

  static String table(Comparison outcome) {
    List<Prediction> predictions = outcome.predictions();
    var text =
        new StringBuilder(
            "%n%s: %s%n%s%n  K  measured       "
                .formatted(outcome.name(), outcome.words(), outcome.profile()));
    predictions.forEach(each -> text.append("%10s   error".formatted(each.name())));
    text.append("    busy  resent  timeouts\n");
    for (Measured measured : outcome.measured()) {
      text.append(
          "%3d  %8.3f ±%5.2f"
              .formatted(measured.workers(), measured.stepsPerSecond(), measured.spread()));
      for (Prediction each : predictions) {
        text.append(
            "%10.3f %+6.1f%%"
                .formatted(each.stepsPerSecond(measured.workers()), 100 * each.error(measured)));
      }
      text.append("  %5.0f%%".formatted(100 * measured.busy()))
          .append("%7.2f%%".formatted(100 * measured.traffic().resentShare()))
          .append("%10d%n".formatted(measured.traffic().timeouts()));
    }
    for (Prediction each : predictions) {
      text.append(line(each.name(), each.errors(outcome.measured())));
    }
    return text.toString();
  }

  /** Errors over all cases: each solver, the hybrid with other thresholds, and the default. */
  static String summary(List<CaseOutcome> outcomes) {
    var text = new StringBuilder("%nover all cases%n".formatted());
    for (Solver solver : Solver.values()) {
      Errors errors = overall(outcomes, outcome -> outcome.prediction(solver));
      text.append(line(Prediction.name(solver), errors));
    }
    for (double threshold : THRESHOLDS) {
      var setting = OptionalDouble.of(threshold);
      Errors errors = overall(outcomes, outcome -> outcome.prediction(Solver.HYBRID, setting));
      text.append(line("hybrid from %.1f".formatted(threshold), errors));
    }
    Errors standard = overall(outcomes, outcome -> outcome.prediction(Prediction.STANDARD));
    text.append(
        "mean error of the default solver over all cases: %.1f %% (the paper: 10 %%; aim 5 %%)%n"
            .formatted(100 * standard.mean()));
    return text.toString();
  }

  private static Errors overall(
      List<CaseOutcome> outcomes, Function<CaseOutcome, Prediction> made) {
    return Errors.of(
        outcomes.stream()
            .flatMapToDouble(
                outcome -> outcome.measured().stream().mapToDouble(made.apply(outcome)::error)));
  }

  private static String line(String name, Errors errors) {
    return "%-15s  mean error %5.1f %%, with signs %+5.1f %%, worst %5.1f %%%n"
        .formatted(name, 100 * errors.mean(), 100 * errors.signed(), 100 * errors.worst());
  }

  static void write(Comparison outcome, Path folder) throws IOException {
    String name = outcome.name();
    Files.writeString(folder.resolve(name + ".csv"), csv(outcome));
    Chart.save(outcome, folder.resolve(name + ".png"));
    for (Prediction prediction : outcome.predictions()) {
      Errors errors = Errors.of(outcome.measured().stream().mapToDouble(prediction::error));
      String figure = "%s, %s, mean error".formatted(name, prediction.name());
      ResultRecorder.keep(figure, 100 * errors.mean(), "%");
    }
  }

  private static String csv(Comparison outcome) {
    var text =
        new StringBuilder(
            "workers,measured,spread,%s,busy,resent,timeouts%n"
                .formatted(
                    outcome.predictions().stream()
                        .map(Prediction::name)
                        .collect(Collectors.joining(","))));
    for (Measured measured : outcome.measured()) {
      text.append(
          "%d,%s,%s"
              .formatted(
                  measured.workers(), plain(measured.stepsPerSecond()), plain(measured.spread())));
      for (Prediction each : outcome.predictions()) {
        text.append(',').append(plain(each.stepsPerSecond(measured.workers())));
      }
      TcpCounters traffic = measured.traffic();
      text.append(
          ",%s,%d,%d%n"
              .formatted(plain(measured.busy()), traffic.retransmitted(), traffic.timeouts()));
    }
    return text.toString();
  }

  private static String plain(double value) {
    return String.format(Locale.ROOT, "%.6f", value);
  }
}
