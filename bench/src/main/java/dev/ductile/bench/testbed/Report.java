package dev.ductile.bench.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** What people read of the outcomes: tables as text, and for each case a CSV file and a chart. */
final class Report {
  private Report() {}

  static String table(Outcome outcome) {
    List<Prediction> predictions = outcome.predictions();
    var text =
        new StringBuilder(
            "%n%s: %s%n%s%n  K  measured"
                .formatted(outcome.subject().name(), outcome.subject().words(), outcome.profile()));
    predictions.forEach(each -> text.append("%10s   error".formatted(each.name())));
    text.append("    busy  resent\n");
    for (Measured measured : outcome.measured()) {
      text.append("%3d  %8.3f".formatted(measured.workers(), measured.stepsPerSecond()));
      for (Prediction each : predictions) {
        text.append(
            "%10.3f %+6.1f%%"
                .formatted(each.stepsPerSecond(measured.workers()), 100 * each.error(measured)));
      }
      text.append("  %5.0f%%".formatted(100 * measured.busy()))
          .append("%7.2f%%%n".formatted(100 * measured.traffic().resentShare()));
    }
    for (Prediction each : predictions) {
      Errors errors = each.errors(outcome.measured());
      text.append(
          "%-6s  mean error %5.1f %%, worst %5.1f %%%n"
              .formatted(each.name(), 100 * errors.mean(), 100 * errors.worst()));
    }
    return text.toString();
  }

  /** One line over all cases. */
  static String summary(List<Outcome> outcomes) {
    Errors errors =
        Errors.of(
            outcomes.stream()
                .flatMapToDouble(outcome ->
                    outcome.measured().stream()
                        .mapToDouble(outcome.prediction(Prediction.STANDARD)::error)));
    return "mean error of the default solver over all cases: %.1f %% (the paper: 10 %%; aim 5 %%); worst %.1f %%"
        .formatted(100 * errors.mean(), 100 * errors.worst());
  }

  static void write(Outcome outcome, Path folder) throws IOException {
    String name = outcome.subject().name();
    Files.writeString(folder.resolve(name + ".csv"), csv(outcome));
    Chart.save(outcome, folder.resolve(name + ".png"));
  }

  private static String csv(Outcome outcome) {
    var text = new StringBuilder("workers,measured,exact,fcfs,hybrid,steps,busy,resent,timeouts\n");
    for (Measured measured : outcome.measured()) {
      text.append("%d,%s".formatted(measured.workers(), plain(measured.stepsPerSecond())));
      for (Prediction each : outcome.predictions()) {
        text.append(',').append(plain(each.stepsPerSecond(measured.workers())));
      }
      Traffic traffic = measured.traffic();
      text.append(
          ",%d,%s,%d,%d%n"
              .formatted(
                  measured.steps(),
                  plain(measured.busy()),
                  traffic.retransmitted(),
                  traffic.timeouts()));
    }
    return text.toString();
  }

  private static String plain(double value) {
    return String.format(Locale.ROOT, "%.6f", value);
  }
}
