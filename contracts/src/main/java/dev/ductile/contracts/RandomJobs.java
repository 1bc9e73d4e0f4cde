package dev.ductile.contracts;

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

/** Jobs of every kind: rigid and elastic, with and without servers, of any need and priority. */
final class RandomJobs {
  private static final double GIB = 1L << 30;

  private final Chance chance;
  private final Duration pause;
  private final List<Demand> demands = new ArrayList<>();

  RandomJobs(Chance chance, Duration pause, Optional<RandomLabels> labels) {
    this.chance = chance;
    this.pause = pause;
    for (int kinds = chance.between(1, 6); kinds > 0; kinds--) {
      Demand demand = demand();
      demands.add(labels.map(each -> each.on(demand)).orElse(demand));
    }
  }

  Job next(long arrival, Instant submitted) {
    return Job.submitted(spec(arrival), arrival, submitted, speed(), pause);
  }

  private JobSpec spec(long arrival) {
    Demand demand = chance.oneIn(12) ? impossible() : chance.of(demands);
    boolean served = !demand.server().isNone();
    var bounds =
        new Bounds(workers(), served ? Range.between(1, chance.between(1, 4)) : Range.ZERO);
    var spec =
        JobSpec.of(
                new JobId("job-" + arrival),
                demand,
                bounds,
                Work.steps(Math.ceil(chance.between(1, 1e5))))
            .withQueue(chance.of(List.of("default", "night")), priority())
            .withOwner(chance.of(List.of("ada", "grace", "edsger")));
    return chance.oneIn(3) ? spec.withRequest(requested(bounds)) : spec;
  }

  private Size requested(Bounds bounds) {
    return bounds.atMost(new Size(chance.between(1, 8), chance.between(1, 4)));
  }

  private int priority() {
    return chance.oneIn(5) ? chance.between(-1, 2) : 0;
  }

  private Range workers() {
    int least = chance.of(List.of(1, 1, 1, 1, 2, 2, 4, 8, 12, 16));
    return switch (chance.between(0, 3)) {
      case 0 -> Range.between(least, least + chance.between(0, 12));
      case 1 -> Range.of(List.of(least, least * 2, least * 4));
      default -> Range.exactly(least);
    };
  }

  private Demand demand() {
    Resources worker =
        switch (chance.between(0, 4)) {
          case 0 -> Resources.of(Resources.CPU, chance.between(1, 8));
          case 1 -> Resources.of(Map.of(Resources.GPU, 0.5, Resources.CPU, 0.1));
          case 2 ->
              Resources.of(
                  Map.of(
                      Resources.GPU,
                      1.0,
                      Resources.CPU,
                      (double) chance.between(1, 12),
                      Resources.MEMORY,
                      chance.between(1, 40) * GIB));
          default -> Resources.gpus(chance.oneIn(4) ? 2 : 1);
        };
    return chance.oneIn(3)
        ? new Demand(worker, Resources.of(Resources.CPU, chance.between(1, 6)), Resources.NONE)
        : Demand.perWorker(worker);
  }

  private Demand impossible() {
    return Demand.perWorker(
        chance.oneIn(2) ? Resources.of("quantum", 1) : Resources.gpus(chance.between(9, 4000)));
  }

  private Speed speed() {
    if (chance.oneIn(8)) {
      return Speed.UNKNOWN;
    }
    double alone = chance.between(0.1, 20);
    return where -> where.isNone() ? 0 : alone * Math.sqrt(where.workers());
  }
}
