package dev.ductile.reports;

import dev.ductile.simulator.Interval;
import dev.ductile.simulator.Results;
import dev.ductile.text.PlainValue;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Results as a table for a terminal: one line for each policy, the bounds below. Warnings about the
 * workload are left out, because a command prints them before it simulates.
 */
final class Overview {
  private static final List<Measure> COLUMNS =
      List.of(
          Measure.AVERAGE_COMPLETION,
          Measure.MEDIAN_COMPLETION,
          Measure.P99_COMPLETION,
          Measure.AVERAGE_QUEUEING,
          Measure.MAKESPAN,
          Measure.UTILISATION,
          Measure.AVERAGE_FAIRNESS,
          Measure.RESCALES);

  private Overview() {}

  static String of(Results results) {
    return of(results, TextTable.UNLIMITED);
  }

  /** The same in a terminal of this width. */
  static String of(Results results, int width) {
    List<Summary> summaries = Summary.of(results);
    var text = new StringBuilder();
    for (String concern : ResultWarnings.ofRuns(results)) {
      text.append(Wrapped.text("! " + concern, "", width));
    }
    for (Summary summary : summaries) {
      text.append(text.isEmpty() ? "" : "\n");
      if (summaries.size() > 1) {
        text.append("load ").append(PlainValue.text(summary.load())).append('\n');
      }
      text.append(table(summary).in(width)).append(comparisons(summary, width));
    }
    return text.toString();
  }

  private static TextTable table(Summary summary) {
    var table = new TextTable(row("Policy", Measure::title));
    for (Summary.Line line : summary.lines()) {
      String mark = summary.isBelowBound(line) || !line.complete() ? " !" : "";
      table.add(row(line.policy() + mark, measure -> text(measure, line.interval(measure))));
    }
    if (!summary.limits().isEmpty()) {
      table.rule();
    }
    for (Summary.Limit limit : summary.limits()) {
      table.add(
          row(
              limit.name() + " (bound)",
              measure -> limit.of(measure).map(value -> text(measure, value)).orElse("")));
    }
    return table;
  }

  private static List<String> row(String name, Function<Measure, String> cell) {
    return Stream.concat(Stream.of(name), COLUMNS.stream().map(cell)).toList();
  }

  /** Only the first column shows its interval: with all of them no line would fit a terminal. */
  private static String text(Measure measure, Interval interval) {
    return measure == Measure.AVERAGE_COMPLETION
        ? spread(measure, interval)
        : measure.unit().text(interval.mean());
  }

  /** The mean, and half the width of its interval if seeds differ. */
  static String spread(Measure measure, Interval interval) {
    String mean = measure.unit().text(interval.mean());
    return interval.samples() < 2 || Double.isNaN(interval.mean()) || interval.isConstant()
        ? mean
        : mean + " ± " + measure.unit().text((interval.high() - interval.low()) / 2);
  }

  private static String comparisons(Summary summary, int width) {
    if (summary.lines().size() < 2 || summary.seeds() < 2) {
      return "";
    }
    Summary.Line first = summary.lines().getFirst();
    var table =
        new TextTable(List.of("Against " + first.policy(), "Mean completion", "Share", "Verdict"));
    for (var comparison : summary.comparisons(first, Measure.AVERAGE_COMPLETION)) {
      table.add(
          List.of(
              comparison.line().policy(),
              spread(comparison.measure(), comparison.difference()),
              Unit.SHARE.text(comparison.share()),
              verdict(comparison)));
    }
    return "\n" + table.in(width);
  }

  static String verdict(Summary.Comparison comparison) {
    return switch (comparison.verdict()) {
      case UNKNOWN -> "one seed is not enough";
      case SAME_RUNS -> "the seeds change nothing";
      case NO_DIFFERENCE -> "no significant difference";
      case BELOW -> "shorter";
      case ABOVE -> "longer";
    };
  }
}
