package dev.ductile.scenario.file;

import dev.ductile.api.Mechanism;
import dev.ductile.scenario.Cost;
import dev.ductile.scenario.Decisions;
import dev.ductile.scenario.Failures;
import dev.ductile.scenario.Feedback;
import dev.ductile.scenario.Limits;
import dev.ductile.scenario.Noise;
import dev.ductile.scenario.Rescale;
import dev.ductile.text.Written;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** A scenario, as people write it. */
record ScenarioEntry(
    Optional<String> name,
    ClusterEntry cluster,
    WorkloadEntry workload,
    List<Written> policies,
    Optional<Written> placement,
    Optional<RescaleEntry> rescale,
    Optional<DecisionsEntry> decisions,
    Optional<Noise> noise,
    OptionalDouble colocation,
    Optional<Failures> failures,
    Optional<Feedback> feedback,
    Optional<Limits> limits,
    Optional<List<Long>> seeds,
    Optional<List<Double>> loads) {

  /** Where the jobs come from: a trace, chance, or the scenario itself. */
  record WorkloadEntry(
      Optional<Written> trace,
      Optional<Written> format,
      Optional<GeneratorEntry> generate,
      Optional<List<Written>> jobs) {
    WorkloadEntry {
      long sources =
          Stream.of(trace.isPresent(), generate.isPresent(), jobs.isPresent())
              .filter(present -> present)
              .count();
      if (sources != 1) {
        throw new IllegalArgumentException(
            "a workload is one of trace, generate, jobs; this has %d of them".formatted(sources));
      }
      if (format.isPresent() && trace.isEmpty()) {
        throw new IllegalArgumentException("format belongs to a trace, and there is none");
      }
      if (jobs.isPresent() && jobs.get().isEmpty()) {
        throw new IllegalArgumentException("jobs must hold at least one job");
      }
    }
  }

  /** What rescaling costs: the same for all jobs, or by how they do it. */
  record RescaleEntry(
      Optional<Duration> start,
      Optional<Cost> cost,
      Optional<Cost> checkpoint,
      Optional<Cost> hot,
      Optional<Boolean> handover) {
    Rescale rescale() {
      var costs = new EnumMap<Mechanism, Cost>(Mechanism.class);
      cost.ifPresent(all -> {
        for (Mechanism mechanism : Mechanism.values()) {
          costs.put(mechanism, all);
        }
      });
      checkpoint.ifPresent(one -> costs.put(Mechanism.CHECKPOINT, one));
      hot.ifPresent(one -> costs.put(Mechanism.HOT, one));
      return new Rescale(start.orElse(Duration.ZERO), costs, handover.orElse(false));
    }
  }

  /** When policies are asked: on events where no interval is given. */
  record DecisionsEntry(Optional<Boolean> onEvents, Optional<Duration> every) {
    Decisions decisions() {
      Duration interval = every.orElse(Duration.ZERO);
      return new Decisions(onEvents.orElse(interval.isZero()), interval);
    }
  }
}
