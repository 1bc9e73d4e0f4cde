package dev.ductile.answers.forecast;

import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.Progress;
import dev.ductile.rest.WhatIfMeasure;
import dev.ductile.simulator.Interval;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/**
 * The figures of two kinds of futures. The futures of one number have the same true speeds, so
 * their differences have less chance in them than the figures.
 *
 * @param jobs the jobs that are in both
 */
record PairedMeasures(List<Job> jobs, Instant now, List<Side> asIs, List<Side> asked) {
  static final String TIME_TO_END = "mean time to end";

  /** One future and its meter. */
  record Side(SimulatedFuture future, UseMeter use) {}

  List<WhatIfMeasure> list() {
    var measures = new ArrayList<WhatIfMeasure>();
    add(measures, TIME_TO_END, "s", (one, other) -> meanOf(one, other, this::end));
    add(measures, "mean wait", "s", (one, other) -> meanOf(one, other, this::wait));
    add(measures, "time to the last end", "s", this::makespan);
    add(measures, "utilisation", "%", (one, _) -> Optional.of(100 * one.use().utilisation()));
    add(measures, "rescales", "", (one, _) -> Optional.of((double) one.future().rescales()));
    add(measures, "ended jobs", "", (one, _) -> Optional.of((double) ended(one)));
    return List.copyOf(measures);
  }

  private Optional<Double> end(SimulatedFuture future, Job job) {
    return future.end(job.id()).map(at -> Progress.seconds(now, at));
  }

  private Optional<Double> wait(SimulatedFuture future, Job job) {
    return job.holdsResources()
        ? Optional.empty()
        : future.start(job.id()).map(at -> Progress.seconds(now, at));
  }

  /** The mean over the jobs of which both futures know the figure. */
  private Optional<Double> meanOf(
      Side one, Side other, BiFunction<SimulatedFuture, Job, Optional<Double>> figure) {
    var values = new ArrayList<Double>();
    for (Job job : jobs) {
      Optional<Double> value = figure.apply(one.future(), job);
      if (value.isPresent() && figure.apply(other.future(), job).isPresent()) {
        values.add(value.get());
      }
    }
    return values.isEmpty()
        ? Optional.empty()
        : Optional.of(values.stream().mapToDouble(Double::doubleValue).average().orElse(0));
  }

  /** The last end, if all jobs of both futures end. */
  private Optional<Double> makespan(Side one, Side other) {
    long count = ended(one);
    if (count == 0 || count < jobs.size() || ended(other) < jobs.size()) {
      return Optional.empty();
    }
    return jobs.stream().flatMap(job -> end(one.future(), job).stream()).max(Double::compare);
  }

  private long ended(Side one) {
    return jobs.stream().map(Job::id).filter(id -> isEnded(one, id)).count();
  }

  private static boolean isEnded(Side one, JobId job) {
    return one.future().end(job).isPresent();
  }

  private void add(
      List<WhatIfMeasure> measures,
      String name,
      String unit,
      BiFunction<Side, Side, Optional<Double>> figure) {
    var before = new ArrayList<Double>();
    var after = new ArrayList<Double>();
    for (int i = 0; i < Math.min(asIs.size(), asked.size()); i++) {
      Optional<Double> one = figure.apply(asIs.get(i), asked.get(i));
      Optional<Double> other = figure.apply(asked.get(i), asIs.get(i));
      if (one.isPresent() && other.isPresent()) {
        before.add(one.get());
        after.add(other.get());
      }
    }
    if (!before.isEmpty()) {
      measures.add(measure(name, unit, before, after));
    }
  }

  private static WhatIfMeasure measure(
      String name, String unit, List<Double> before, List<Double> after) {
    Interval difference =
        Interval.of(
            IntStream.range(0, before.size())
                .mapToDouble(i -> after.get(i) - before.get(i))
                .toArray());
    boolean isExact = difference.samples() < 2;
    return new WhatIfMeasure(
        name,
        unit,
        mean(before),
        mean(after),
        difference.mean(),
        isExact ? difference.mean() : difference.low(),
        isExact ? difference.mean() : difference.high(),
        isExact ? difference.mean() != 0 : difference.excludesZero());
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
  }
}
