package dev.ductile.laws;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Demand;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Range;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.api.StepTerms;
import dev.ductile.api.Utility;
import dev.ductile.api.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleUnaryOperator;

/** Jobs with extreme values: needs that do not divide a node, odd speeds and odd bounds. */
public final class OddJobs {
  private final RandomDraws draws;
  private final List<Resources> kinds;
  private final Optional<RandomLabels> labels;

  public OddJobs(RandomDraws draws, List<Resources> kinds, Optional<RandomLabels> labels) {
    this.draws = draws;
    this.kinds = kinds;
    this.labels = labels;
  }

  public Job next(long arrival, Instant submitted, Duration pause) {
    boolean served = draws.oneIn(3);
    Speed speed = served && draws.oneIn(2) ? summed() : speed();
    return Job.submitted(spec(arrival, served), arrival, submitted, speed, pause);
  }

  private JobSpec spec(long arrival, boolean served) {
    Resources worker = needed();
    Resources server = served ? (draws.oneIn(6) ? Resources.NONE : needed()) : Resources.NONE;
    Resources limit = draws.oneIn(3) ? worker.times(draws.between(1, 12)) : Resources.NONE;
    var anywhere = new Demand(worker, server, limit);
    Demand demand = labels.map(each -> each.on(anywhere)).orElse(anywhere);
    var bounds = new Bounds(range(), served ? range() : Range.ZERO);
    double steps = draws.of(List.of(1e-9, 1.0, 100.0, 12345.678, 1e6, 1e12, 1e18));
    var spec =
        JobSpec.of(new JobId("job-" + arrival), demand, bounds, Work.steps(steps))
            .withQueue(draws.of(List.of("default", "night")), priority())
            .withOwner(draws.of(List.of("ada", "grace", "edsger")))
            .withUtility(utility());
    return draws.oneIn(3) ? spec.withRequest(requested(bounds)) : spec;
  }

  private int priority() {
    return draws.oneIn(3) ? draws.between(-2, 3) : 0;
  }

  private Size requested(Bounds bounds) {
    return bounds.atMost(new Size(draws.between(1, 8), draws.between(1, 4)));
  }

  private Range range() {
    int least = draws.of(List.of(1, 1, 1, 1, 2, 3, 5));
    return switch (draws.between(0, 6)) {
      case 0 -> Range.exactly(least);
      case 1 -> Range.of(List.of(least, least * 3, least * 4 + 1));
      case 2 -> Range.between(least, draws.oneIn(12) ? Range.LIMIT : 1000);
      default -> Range.between(least, least + draws.between(0, 12));
    };
  }

  /**
   * A share of the capacity of a node: a little more than a third, all of it, or almost nothing.
   */
  private Resources needed() {
    Resources node = draws.of(kinds);
    Map<String, Double> needed = new HashMap<>();
    node.amounts()
        .forEach((name, amount) -> {
          if (needed.isEmpty() || draws.oneIn(2)) {
            needed.put(name, part(amount));
          }
        });
    if (needed.isEmpty() || draws.oneIn(30)) {
      needed.put(draws.of(List.of(Resources.GPU, Resources.CPU, "quantum")), 1.0);
    }
    return Resources.of(needed);
  }

  private double part(double amount) {
    int pieces = draws.between(1, 9);
    double part =
        switch (draws.between(0, 7)) {
          case 0 -> amount / pieces;
          case 1 -> Math.ceil(amount / pieces);
          case 2 -> Math.floor(amount / pieces) + 1;
          case 3 -> 0.1 * draws.between(1, 30);
          case 4 -> amount * 1e-6;
          case 5 -> amount * draws.between(2, 1000);
          default -> draws.between(1, 4);
        };
    return part > 0 ? part : 1;
  }

  private Utility utility() {
    return draws.oneIn(2)
        ? Utility.NONE
        : new Utility.Sigmoid(
            draws.of(List.of(1e-300, 1.0, 50.0, 1e300)),
            draws.of(List.of(1e-9, 1.0, 100.0)),
            draws.of(List.of(0.0, 2.0, 1e9)),
            TimeUnit.HOURS);
  }

  private Speed speed() {
    double alone = draws.of(List.of(0.1, 1.0, 7.3, 20.0, 1e-12, 1e-300, 1e12, 1e300));
    return switch (draws.between(0, 9)) {
      case 0 -> Speed.UNKNOWN;
      case 1 -> of(workers -> alone);
      case 2 -> of(workers -> alone * workers);
      case 3 -> of(workers -> alone / workers);
      case 4 -> of(workers -> workers > 3 ? 0 : alone);
      case 5 -> of(workers -> workers % 2 == 0 ? 0 : alone * workers);
      case 6 -> of(workers -> workers > 2 ? Double.POSITIVE_INFINITY : alone);
      default -> of(workers -> alone * workers / (1 + 0.05 * workers));
    };
  }

  private static Speed of(DoubleUnaryOperator perWorkers) {
    return where -> where.isNone() ? 0 : perWorkers.applyAsDouble(where.workers());
  }

  /** A speed with the terms of its steps. */
  private Speed summed() {
    double unit = draws.of(List.of(1e-9, 0.01, 1.0, 1e9));
    StepTerms terms =
        draws.oneIn(2)
            ? new StepTerms.Asynchronous(unit, unit * 0.1, unit * draws.between(0, 3), unit)
            : new StepTerms.Synchronous(unit, 0, unit, unit * draws.between(0, 2), unit * 10);
    return new Speed() {
      @Override
      public double stepsPerSecond(Allocation where) {
        return where.workers() < 1 || where.servers() < 1
            ? 0
            : 1 / terms.secondsPerStep(where.workers(), where.servers());
      }

      @Override
      public Optional<StepTerms> stepTerms() {
        return Optional.of(terms);
      }
    };
  }
}
