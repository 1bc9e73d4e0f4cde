package dev.ductile.laws;

import dev.ductile.api.Bounds;
import dev.ductile.api.Demand;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Range;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.api.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Jobs of all kinds: rigid and elastic, with and without servers, of any need and priority. */
public final class RandomJobs {
  private static final double GIB = 1L << 30;

  private final RandomDraws draws;
  private final Duration pause;
  private final List<Demand> demands = new ArrayList<>();

  public RandomJobs(RandomDraws draws, Duration pause, Optional<RandomLabels> labels) {
    this.draws = draws;
    this.pause = pause;
    for (int kinds = draws.between(1, 6); kinds > 0; kinds--) {
      Demand demand = demand();
      demands.add(labels.map(each -> each.on(demand)).orElse(demand));
    }
  }

  public Job next(long arrival, Instant submitted) {
    return Job.submitted(spec(arrival), arrival, submitted, speed(), pause);
  }

  private JobSpec spec(long arrival) {
    Demand demand = draws.oneIn(12) ? impossible() : draws.of(demands);
    boolean served = !demand.server().isNone();
    var bounds = new Bounds(workers(), served ? Range.between(1, draws.between(1, 4)) : Range.ZERO);
    var spec =
        JobSpec.of(
                new JobId("job-" + arrival),
                demand,
                bounds,
                Work.steps(Math.ceil(draws.between(1, 1e5))))
            .withQueue(draws.of(List.of("default", "night")), priority())
            .withOwner(draws.of(List.of("ada", "grace", "edsger")));
    return draws.oneIn(3) ? spec.withRequest(requested(bounds)) : spec;
  }

  private Size requested(Bounds bounds) {
    return bounds.atMost(new Size(draws.between(1, 8), draws.between(1, 4)));
  }

  private int priority() {
    return draws.oneIn(5) ? draws.between(-1, 2) : 0;
  }

  private Range workers() {
    int least = draws.of(List.of(1, 1, 1, 1, 2, 2, 4, 8, 12, 16));
    return switch (draws.between(0, 3)) {
      case 0 -> Range.between(least, least + draws.between(0, 12));
      case 1 -> Range.of(List.of(least, least * 2, least * 4));
      default -> Range.exactly(least);
    };
  }

  private Demand demand() {
    Resources worker =
        switch (draws.between(0, 4)) {
          case 0 -> Resources.of(Resources.CPU, draws.between(1, 8));
          case 1 -> Resources.of(Map.of(Resources.GPU, 0.5, Resources.CPU, 0.1));
          case 2 ->
              Resources.of(
                  Map.of(
                      Resources.GPU,
                      1.0,
                      Resources.CPU,
                      (double) draws.between(1, 12),
                      Resources.MEMORY,
                      draws.between(1, 40) * GIB));
          default -> Resources.gpus(draws.oneIn(4) ? 2 : 1);
        };
    return draws.oneIn(3)
        ? new Demand(worker, Resources.of(Resources.CPU, draws.between(1, 6)), Resources.NONE)
        : Demand.perWorker(worker);
  }

  private Demand impossible() {
    return Demand.perWorker(
        draws.oneIn(2) ? Resources.of("quantum", 1) : Resources.gpus(draws.between(9, 4000)));
  }

  private Speed speed() {
    if (draws.oneIn(8)) {
      return Speed.UNKNOWN;
    }
    double alone = draws.between(0.1, 20);
    return where -> where.isNone() ? 0 : alone * Math.sqrt(where.workers());
  }
}
