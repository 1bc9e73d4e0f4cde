package dev.ductile.server.use;

import dev.ductile.api.Demand;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.NodeId;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.engines.supervision.TaskUse;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What tasks use now, and what jobs have used so far. A job without accelerators is measured by its
 * processors: it uses the same part of its devices as of the processors that it holds. One thread
 * adds measurements; any thread reads.
 */
public final class LiveUse {
  /** Their final records may not be in the database yet. */
  private static final int MOST_ENDED = 2_000;

  private final Map<JobId, CountedUse> jobs;
  private final Map<JobId, DeviceUse> ended = new LinkedHashMap<>();
  private final IdleJobs idle = new IdleJobs();
  private volatile Optional<Map<NodeId, NodeUse>> nodes = Optional.empty();

  /** Continues from the use of jobs that are not over. */
  public LiveUse(Map<JobId, CountedUse> stored) {
    this.jobs = new HashMap<>(stored);
  }

  /**
   * Adds a measurement of all tasks.
   *
   * @param active finds jobs that are not over
   * @return the jobs that it changed, with their use
   */
  public Map<JobId, CountedUse> take(List<TaskUse> tasks, Function<JobId, Optional<Job>> active) {
    nodes = Optional.of(NodeUse.of(tasks));
    Map<JobId, List<TaskUse>> byJob =
        tasks.stream().collect(Collectors.groupingBy(use -> use.task().job()));
    Map<JobId, CountedUse> changed = new HashMap<>();
    byJob.forEach((id, uses) -> {
      Optional<Job> job = active.apply(id);
      OptionalDouble ratio = job.map(LiveUse::devicesPerCpu).orElse(OptionalDouble.empty());
      if (ratio.isPresent()) {
        count(id, uses, ratio.getAsDouble()).ifPresent(next -> changed.put(id, next));
      }
    });
    return changed;
  }

  private synchronized Optional<CountedUse> count(JobId id, List<TaskUse> uses, double ratio) {
    if (ended.containsKey(id)) {
      return Optional.empty();
    }
    CountedUse next = jobs.getOrDefault(id, CountedUse.NONE).with(uses, ratio);
    jobs.put(id, next);
    return Optional.of(next);
  }

  /** Absent for a job whose devices are not measured: accelerators, or none of any kind. */
  private static OptionalDouble devicesPerCpu(Job job) {
    Demand demand = job.spec().demand();
    Size size = job.allocation().isNone() ? job.spec().asked() : job.allocation().size();
    double cpus = demand.of(size).amount(Resources.CPU);
    boolean isMeasured =
        cpus > 0 && (!demand.usesDevices() || demand.device().resource().equals(Resources.CPU));
    return isMeasured ? OptionalDouble.of(demand.devices(size) / cpus) : OptionalDouble.empty();
  }

  /** The use of a job so far; absent if it is not measured. */
  public synchronized Optional<DeviceUse> find(JobId job) {
    return Optional.ofNullable(jobs.get(job))
        .map(CountedUse::devices)
        .or(() -> Optional.ofNullable(ended.get(job)));
  }

  /** The whole use of a job that has ended. */
  public synchronized Optional<DeviceUse> end(JobId job) {
    CountedUse whole = jobs.remove(job);
    if (whole != null) {
      ended.put(job, whole.devices());
      if (ended.size() > MOST_ENDED) {
        ended.remove(ended.keySet().iterator().next());
      }
    }
    return find(job);
  }

  /** The jobs that use almost none of their devices. */
  public IdleJobs idle() {
    return idle;
  }

  /** The measurement of tasks has failed or ended: what they use now is not known. */
  public void isUnknown() {
    nodes = Optional.empty();
  }

  /** The amounts by resource that tasks use on a node now; empty if they are not measured. */
  public Map<String, Double> onNode(NodeId node) {
    return nodes
        .map(all -> Optional.ofNullable(all.get(node)).orElse(NodeUse.NONE).amounts())
        .orElse(Map.of());
  }

  /** The amounts by resource that all tasks use now; empty if they are not measured. */
  public Map<String, Double> inAll() {
    return nodes
        .map(all -> all.values().stream().reduce(NodeUse.NONE, NodeUse::plus).amounts())
        .orElse(Map.of());
  }
}
