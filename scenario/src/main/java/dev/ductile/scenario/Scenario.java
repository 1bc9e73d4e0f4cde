package dev.ductile.scenario;

import dev.ductile.api.Nodes;
import dev.ductile.api.Queue;
import dev.ductile.api.Stability;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * One experiment: a cluster, its workload, and the policies to compare. The same scenario runs in
 * virtual time and with real processes.
 *
 * @param colocation how much slower a job runs while it shares a node with another: 0.1 is 10 %
 * @param estimator the name of the estimator that learns speeds; speeds are not learned without one
 * @param seeds one run of each policy for each seed and load
 * @param loads factors of the arrival rate; 1 is the workload as written
 * @param shadow a policy that decides in shadow beside the first one in a live run
 * @param queues the queues that have quotas or a share of the cluster
 * @param stability the limits of the changes of each job; none if it is absent
 */
public record Scenario(
    String name,
    Nodes nodes,
    Workload workload,
    List<Choice> policies,
    Choice placement,
    Rescale rescale,
    Decisions decisions,
    Noise noise,
    double colocation,
    Failures failures,
    Feedback feedback,
    Optional<String> estimator,
    RunLimits limits,
    List<Long> seeds,
    List<Double> loads,
    Optional<Shadow> shadow,
    List<Queue> queues,
    Optional<Stability> stability) {
  /** The largest number of policies, of seeds and of loads. */
  public static final int MOST = 10_000;

  public static final Choice DEFAULT_PLACEMENT = Choice.named("consolidated");

  public Scenario {
    policies = requireDistinct("policies", policies);
    seeds = requireDistinct("seeds", seeds);
    loads = requireLoads(loads);
    if (nodes.count() == 0) {
      throw new IllegalArgumentException("a scenario needs at least one node");
    }
    requireColocation(colocation);
    queues = List.copyOf(queues);
  }

  /** A scenario without queues of its own. */
  public Scenario(
      String name,
      Nodes nodes,
      Workload workload,
      List<Choice> policies,
      Choice placement,
      Rescale rescale,
      Decisions decisions,
      Noise noise,
      double colocation,
      Failures failures,
      Feedback feedback,
      Optional<String> estimator,
      RunLimits limits,
      List<Long> seeds,
      List<Double> loads,
      Optional<Shadow> shadow) {
    this(
        name,
        nodes,
        workload,
        policies,
        placement,
        rescale,
        decisions,
        noise,
        colocation,
        failures,
        feedback,
        estimator,
        limits,
        seeds,
        loads,
        shadow,
        List.of(),
        Optional.empty());
  }

  /** Refuses a slowdown that no job can have. */
  public static void requireColocation(double colocation) {
    if (!(colocation >= 0 && colocation < 1)) {
      throw new IllegalArgumentException(
          "colocation must be at least 0 and below 1, not %s".formatted(colocation));
    }
  }

  /** The same loads, which must be distinct factors. */
  public static List<Double> requireLoads(List<Double> loads) {
    for (double load : loads) {
      if (!(load > 0) || Double.isInfinite(load)) {
        throw new IllegalArgumentException(
            "loads must be finite numbers above 0, not %s".formatted(load));
      }
    }
    return requireDistinct("loads", loads);
  }

  public Scenario withNodes(Nodes newNodes) {
    return new Scenario(
        name,
        newNodes,
        workload,
        policies,
        placement,
        rescale,
        decisions,
        noise,
        colocation,
        failures,
        feedback,
        estimator,
        limits,
        seeds,
        loads,
        shadow,
        queues,
        stability);
  }

  public Scenario withWorkload(Workload newWorkload) {
    return new Scenario(
        name,
        nodes,
        newWorkload,
        policies,
        placement,
        rescale,
        decisions,
        noise,
        colocation,
        failures,
        feedback,
        estimator,
        limits,
        seeds,
        loads,
        shadow,
        queues,
        stability);
  }

  public Scenario withLimits(RunLimits newLimits) {
    return new Scenario(
        name,
        nodes,
        workload,
        policies,
        placement,
        rescale,
        decisions,
        noise,
        colocation,
        failures,
        feedback,
        estimator,
        newLimits,
        seeds,
        loads,
        shadow,
        queues,
        stability);
  }

  public Scenario withPolicies(List<Choice> newPolicies) {
    return new Scenario(
        name,
        nodes,
        workload,
        newPolicies,
        placement,
        rescale,
        decisions,
        noise,
        colocation,
        failures,
        feedback,
        estimator,
        limits,
        seeds,
        loads,
        shadow,
        queues,
        stability);
  }

  public Scenario withPlacement(Choice newPlacement) {
    return new Scenario(
        name,
        nodes,
        workload,
        policies,
        newPlacement,
        rescale,
        decisions,
        noise,
        colocation,
        failures,
        feedback,
        estimator,
        limits,
        seeds,
        loads,
        shadow,
        queues,
        stability);
  }

  public Scenario withSeeds(List<Long> newSeeds) {
    return new Scenario(
        name,
        nodes,
        workload,
        policies,
        placement,
        rescale,
        decisions,
        noise,
        colocation,
        failures,
        feedback,
        estimator,
        limits,
        newSeeds,
        loads,
        shadow,
        queues,
        stability);
  }

  public Scenario withLoads(List<Double> newLoads) {
    return new Scenario(
        name,
        nodes,
        workload,
        policies,
        placement,
        rescale,
        decisions,
        noise,
        colocation,
        failures,
        feedback,
        estimator,
        limits,
        seeds,
        newLoads,
        shadow,
        queues,
        stability);
  }

  /** The same values: at least one, not too many, and none twice. */
  public static <T> List<T> requireDistinct(String what, List<T> values) {
    if (values.isEmpty() || values.size() > MOST) {
      throw new IllegalArgumentException(
          "%s must hold 1 to %d values, not %d".formatted(what, MOST, values.size()));
    }
    var seen = new HashSet<T>();
    for (T value : values) {
      if (!seen.add(value)) {
        throw new IllegalArgumentException("%s holds %s twice".formatted(what, value));
      }
    }
    return List.copyOf(values);
  }
}
