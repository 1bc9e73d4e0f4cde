package dev.ductile.scenario.file;

import dev.ductile.api.Estimator;
import dev.ductile.api.Placement;
import dev.ductile.api.Policy;
import dev.ductile.api.RescaleMode;
import dev.ductile.scenario.Cost;
import dev.ductile.scenario.Decisions;
import dev.ductile.scenario.Failures;
import dev.ductile.scenario.Feedback;
import dev.ductile.scenario.Noise;
import dev.ductile.scenario.Rescale;
import dev.ductile.scenario.RunLimits;
import dev.ductile.scenario.TraceFormat;
import dev.ductile.text.Entries;
import dev.ductile.text.ExactlyOne;
import dev.ductile.text.NumberBounds;
import dev.ductile.text.ReadAs;
import dev.ductile.text.RequiresKeys;
import dev.ductile.text.Written;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * One experiment: a cluster, the jobs that arrive, and the policies to compare.
 *
 * @param kind the kind of the file, for tools and messages; known by its keys if it is absent
 * @param name the name in reports; that of the file if it is absent
 * @param cluster the machines
 * @param workload the jobs
 * @param policies the policies to compare
 * @param placement the algorithm that chooses nodes for tasks; consolidated if it is absent
 * @param rescale the cost of starting and rescaling; nothing if it is absent
 * @param decisions when policies decide; on events if it is absent
 * @param noise how far true speeds deviate from the models; not at all if it is absent
 * @param colocation how much slower a job is while it shares a node with another: 0.1 is 10 %
 * @param failures how nodes fail and come back; never if it is absent
 * @param feedback users who look at the first results of a job; none if it is absent
 * @param estimator the estimator that learns the speeds of jobs from measurements; none if it is
 *     absent
 * @param limits the limits at which a run ends under every policy
 * @param seeds one run of each policy for each seed; [1] if it is absent
 * @param loads factors of the arrival rate; [1] if it is absent
 * @param shadow a policy that decides in shadow in a live run, and may become the acting one; none
 *     if it is absent
 * @param queues the queues that have quotas or a share of the cluster; none if it is absent
 * @param stability the limits of the changes of each job; none if it is absent
 */
record ScenarioEntry(
    Optional<Word> kind,
    Optional<String> name,
    ClusterEntry cluster,
    WorkloadEntry workload,
    @Entries(least = 1) List<@ReadAs(Policy.class) Written> policies,
    Optional<@ReadAs(Placement.class) Written> placement,
    Optional<RescaleEntry> rescale,
    Optional<DecisionsEntry> decisions,
    Optional<Noise> noise,
    @NumberBounds(least = 0, below = 1) OptionalDouble colocation,
    Optional<Failures> failures,
    Optional<Feedback> feedback,
    Optional<@ReadAs(Estimator.class) Written> estimator,
    Optional<RunLimits> limits,
    Optional<@Entries(least = 1, most = 10_000, unique = true) List<Long>> seeds,
    Optional<
            @Entries(least = 1, most = 10_000, unique = true) List<@NumberBounds(above = 0) Double>>
        loads,
    Optional<ShadowEntry> shadow,
    Optional<List<QueueEntry>> queues,
    Optional<StabilityEntry> stability) {

  /** The kind of the file. */
  enum Word {
    SCENARIO
  }

  /**
   * The source of the jobs: a trace, a generator, or the scenario itself.
   *
   * @param trace a file or folder with a trace, relative to the folder of the scenario
   * @param format the format of the trace; guessed from its first lines if it is absent
   * @param columns the columns of a table of another format by their meaning, such as {arrived:
   *     submit, gpus: num_gpu, duration: 'runtime:min'}
   * @param elastic lets the jobs of a trace change their sizes, at speeds that are assumed
   * @param generate a generated workload
   * @param jobs the jobs themselves
   */
  @ExactlyOne({"trace", "generate", "jobs"})
  record WorkloadEntry(
      Optional<@ReadAs(String.class) Written> trace,
      @RequiresKeys("trace") Optional<@ReadAs(TraceFormat.class) Written> format,
      @RequiresKeys("trace") Optional<Map<String, String>> columns,
      @RequiresKeys("trace") Optional<ElasticEntry> elastic,
      Optional<GeneratorEntry> generate,
      Optional<@Entries(least = 1) List<@ReadAs(JobEntry.class) Written>> jobs) {
    WorkloadEntry {
      long sources =
          Stream.of(trace.isPresent(), generate.isPresent(), jobs.isPresent())
              .filter(present -> present)
              .count();
      if (sources != 1) {
        throw new IllegalArgumentException(
            "a workload is one of trace, generate, jobs; this has %d of them".formatted(sources));
      }
      requireTrace("format", format.isPresent() && trace.isEmpty());
      requireTrace("columns", columns.isPresent() && trace.isEmpty());
      requireTrace("elastic", elastic.isPresent() && trace.isEmpty());
      if (jobs.isPresent() && jobs.get().isEmpty()) {
        throw new IllegalArgumentException("jobs must hold at least one job");
      }
    }

    private static void requireTrace(String key, boolean isAlone) {
      if (isAlone) {
        throw new IllegalArgumentException(key + " belongs to a trace, and there is none");
      }
    }
  }

  /**
   * The cost of rescaling: the same for all jobs, or by rescale mode.
   *
   * @param start from the grant of resources to the first step, at every start from nothing
   * @param cost the pause at a change of size in every rescale mode
   * @param checkpoint the pause of jobs that stop and start again
   * @param hot the pause of jobs that add and remove tasks while they run
   * @param handover whether the capacity that a shrinking job releases is free only after that job
   *     has changed its size
   */
  record RescaleEntry(
      Optional<Duration> start,
      Optional<Cost> cost,
      Optional<Cost> checkpoint,
      Optional<Cost> hot,
      Optional<Boolean> handover) {
    Rescale rescale() {
      var costs = new EnumMap<RescaleMode, Cost>(RescaleMode.class);
      cost.ifPresent(all -> {
        for (RescaleMode rescaleMode : RescaleMode.values()) {
          costs.put(rescaleMode, all);
        }
      });
      checkpoint.ifPresent(one -> costs.put(RescaleMode.CHECKPOINT, one));
      hot.ifPresent(one -> costs.put(RescaleMode.HOT, one));
      return new Rescale(start.orElse(Duration.ZERO), costs, handover.orElse(false));
    }
  }

  /**
   * When policies decide: on events if no interval is given.
   *
   * @param onEvents whether policies decide at every arrival, completion and change of the cluster;
   *     true if no interval is given
   * @param every policies decide at these intervals
   * @param leastInterval the least time from one decision to the next one at an event; 100ms in a
   *     server file and 0s elsewhere if it is absent
   */
  record DecisionsEntry(
      Optional<Boolean> onEvents, Optional<Duration> every, Optional<Duration> leastInterval) {
    Decisions decisions(Duration least) {
      Duration interval = every.orElse(Duration.ZERO);
      return new Decisions(
          onEvents.orElse(interval.isZero()), interval, leastInterval.orElse(least));
    }
  }
}
