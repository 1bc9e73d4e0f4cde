package dev.ductile.reports;

import dev.ductile.history.Run;
import dev.ductile.simulator.Bound;
import dev.ductile.simulator.Interval;
import dev.ductile.simulator.Results;
import dev.ductile.simulator.Sample;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/** One load of an experiment, over all seeds: each policy's figures, and the bounds. */
record Summary(double load, List<Line> lines, List<Limit> limits) {
  /** A mean below a bound by a smaller part is a rounding error. */
  private static final double ERROR = 1e-9;

  /** Measures by which two policies are compared. */
  static final List<Measure> COMPARED =
      List.of(
          Measure.AVERAGE_COMPLETION,
          Measure.P99_COMPLETION,
          Measure.AVERAGE_QUEUEING,
          Measure.MAKESPAN);

  /**
   * One policy.
   *
   * @param complete whether every run continued until all jobs were over
   */
  record Line(String policy, Sample sample, boolean complete) {
    Interval interval(Measure measure) {
      return sample.interval(measure.figure());
    }

    int seeds() {
      return sample.figures().size();
    }
  }

  /** A bound for all policies, over all seeds. */
  record Limit(String name, Interval averageCompletion, Interval makespan) {
    Optional<Interval> of(Measure measure) {
      if (measure == Measure.AVERAGE_COMPLETION) {
        return Optional.of(averageCompletion);
      }
      return measure == Measure.MAKESPAN ? Optional.of(makespan) : Optional.empty();
    }
  }

  /** The difference of two policies. */
  record Comparison(Line line, Line baseline, Measure measure, Interval difference) {
    /**
     * Whether the difference is significant; unknown with one seed, or with seeds without effect.
     */
    Verdict verdict() {
      if (difference.samples() < 2 || Double.isNaN(difference.mean())) {
        return Verdict.UNKNOWN;
      }
      if (line.interval(measure).isConstant() && baseline.interval(measure).isConstant()) {
        return Verdict.SAME_RUNS;
      }
      if (!difference.excludesZero()) {
        return Verdict.NO_DIFFERENCE;
      }
      return difference.mean() < 0 ? Verdict.BELOW : Verdict.ABOVE;
    }

    boolean isSignificant() {
      return verdict() == Verdict.BELOW || verdict() == Verdict.ABOVE;
    }

    /** The difference as a share of the baseline's mean. */
    double share() {
      return difference.mean() / baseline.interval(measure).mean();
    }
  }

  enum Verdict {
    UNKNOWN,
    SAME_RUNS,
    NO_DIFFERENCE,
    BELOW,
    ABOVE
  }

  /** One summary for each load, in the scenario's order. */
  static List<Summary> of(Results results) {
    return results.scenario().loads().stream().map(load -> of(results, load)).toList();
  }

  private static Summary of(Results results, double load) {
    List<Line> lines =
        results.policies().stream()
            .map(policy ->
                new Line(policy, results.sample(policy, load), isComplete(results, policy, load)))
            .toList();
    List<Bound> bounds = results.bounds().stream().filter(bound -> bound.load() == load).toList();
    List<Limit> limits =
        bounds.stream().map(Bound::name).distinct().map(name -> limit(bounds, name)).toList();
    return new Summary(load, lines, limits);
  }

  private static boolean isComplete(Results results, String policy, double load) {
    return results.runs().stream()
        .filter(run -> run.load() == load && run.policy().equals(policy))
        .allMatch(run -> run.totals().end() == Run.End.ALL_OVER);
  }

  /** Whether every run of every policy continued until all jobs were over. */
  boolean complete() {
    return lines.stream().allMatch(Line::complete);
  }

  private static Limit limit(List<Bound> bounds, String name) {
    return new Limit(
        name,
        interval(bounds, name, Bound::averageCompletion),
        interval(bounds, name, Bound::makespan));
  }

  private static Interval interval(
      List<Bound> bounds, String name, ToDoubleFunction<Bound> figure) {
    return Interval.of(
        bounds.stream().filter(bound -> bound.name().equals(name)).mapToDouble(figure).toArray());
  }

  /** Every policy but the baseline, compared with it. */
  List<Comparison> comparisons(Line baseline, Measure measure) {
    return lines.stream()
        .filter(line -> !line.policy().equals(baseline.policy()))
        .map(line -> compare(line, baseline, measure))
        .toList();
  }

  static Comparison compare(Line line, Line baseline, Measure measure) {
    Interval difference = line.sample().difference(baseline.sample(), measure.figure());
    return new Comparison(line, baseline, measure, difference);
  }

  /**
   * The lines with the best mean of a measure, as displayed. None if neither direction is better,
   * if all are equal, and if runs were stopped, because a policy that leaves hard jobs undone would
   * look best.
   */
  List<Line> best(Measure measure) {
    DoubleStream means =
        lines.stream().mapToDouble(line -> line.interval(measure).mean()).filter(Double::isFinite);
    OptionalDouble best =
        switch (complete() ? measure.best() : Measure.Best.NONE) {
          case LEAST -> means.min();
          case MOST -> means.max();
          case NONE -> OptionalDouble.empty();
        };
    if (best.isEmpty()) {
      return List.of();
    }
    String wanted = measure.unit().text(best.getAsDouble());
    List<Line> found =
        lines.stream()
            .filter(line -> measure.unit().text(line.interval(measure).mean()).equals(wanted))
            .toList();
    return found.size() == lines.size() ? List.of() : found;
  }

  /** Whether the policy's mean completion is below a bound that holds for all jobs. */
  boolean isBelowBound(Line line) {
    double mean = line.interval(Measure.AVERAGE_COMPLETION).mean();
    return limits.stream().anyMatch(limit -> mean < limit.averageCompletion().mean() * (1 - ERROR));
  }

  int seeds() {
    return lines.stream().mapToInt(Line::seeds).max().orElse(0);
  }
}
