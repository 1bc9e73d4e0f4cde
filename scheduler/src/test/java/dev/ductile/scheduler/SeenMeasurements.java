package dev.ductile.scheduler;

import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.RestorableEstimator;
import dev.ductile.api.SpeedSpec;
import dev.ductile.contracts.GivenSpeed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An estimator that keeps every measurement, and takes the last one for the whole truth. */
final class SeenMeasurements implements RestorableEstimator<SeenMeasurements.Memory> {
  final Map<JobId, List<String>> seen = new HashMap<>();
  private final Map<JobId, Double> perWorker = new HashMap<>();
  int asked;

  /** What was seen of one job. */
  record Memory(List<String> seen, double perWorker) {}

  @Override
  public Class<Memory> memoryType() {
    return Memory.class;
  }

  @Override
  public Optional<Memory> memory(JobId job) {
    return Optional.ofNullable(perWorker.get(job))
        .map(each -> new Memory(List.copyOf(seen.getOrDefault(job, List.of())), each));
  }

  @Override
  public void restore(JobId job, Memory memory) {
    seen.put(job, new ArrayList<>(memory.seen()));
    perWorker.put(job, memory.perWorker());
  }

  @Override
  public void measured(Job job, double stepsPerSecond) {
    seen.computeIfAbsent(job.id(), _ -> new ArrayList<>())
        .add("%s at %s".formatted(stepsPerSecond, job.allocation()));
    perWorker.put(job.id(), stepsPerSecond / job.allocation().workers());
  }

  @Override
  public Optional<SpeedSpec> estimate(Job job) {
    asked++;
    double each = perWorker.getOrDefault(job.id(), Double.NaN);
    double expected = each * job.allocation().workers();
    return expected == job.speed().stepsPerSecond(job.allocation())
        ? Optional.empty()
        : Optional.of(GivenSpeed.of(where -> each * where.workers()));
  }

  @Override
  public void forget(JobId job) {
    seen.remove(job);
    perWorker.remove(job);
  }
}
