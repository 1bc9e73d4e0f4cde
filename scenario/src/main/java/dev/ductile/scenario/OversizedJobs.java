package dev.ductile.scenario;

import dev.ductile.api.Demand;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Nodes;
import dev.ductile.api.PolicyProvider;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Finds jobs that are too large for the whole cluster, so that they never start and a simulation
 * ends at its horizon. A large trace that must be sorted is not read for this.
 */
public final class OversizedJobs {
  private static final int MOST_READ = 10_000;

  private final Nodes nodes;
  private final FreeCapacity free;

  /** Jobs are compared with these nodes when all of them are free. */
  public OversizedJobs(Nodes nodes) {
    this.nodes = nodes;
    this.free = FreeCapacity.of(nodes);
  }

  /**
   * The scenario, with a note on the first job that is too large, if there is one among the first
   * jobs. A policy that only orders jobs starts each one at the size that it asks for.
   */
  public static Scenario noted(Scenario scenario, Catalog catalog) {
    if (!scenario.workload().isLazy()) {
      return scenario;
    }
    Optional<String> ordering = ordering(scenario, catalog);
    var oversized = new OversizedJobs(scenario.nodes());
    try (Stream<Submission> jobs =
        scenario.workload().submissions(scenario.seeds().getFirst(), 1)) {
      return jobs.limit(MOST_READ)
          .flatMap(job -> oversized.note(job.spec(), ordering).stream())
          .findFirst()
          .map(note -> scenario.withWorkload(new NotedWorkload(scenario.workload(), List.of(note))))
          .orElse(scenario);
    }
  }

  /** The first policy that only orders jobs. */
  static Optional<String> ordering(Scenario scenario, Catalog catalog) {
    return scenario.policies().stream()
        .map(Choice::name)
        .filter(policy -> !resizes(policy, catalog))
        .findFirst();
  }

  private static boolean resizes(String policy, Catalog catalog) {
    return catalog.policies().stream()
        .filter(provider -> provider.profile().name().equals(policy))
        .anyMatch(PolicyProvider::resizes);
  }

  /** The reason why a job never starts under some policy; empty if it can. */
  Optional<String> note(JobSpec job, Optional<String> ordering) {
    return note(job)
        .or(() ->
            ordering.flatMap(policy ->
                mistake(job.demand(), job.asked())
                    .map(why ->
                        "job %s never starts under %s, which starts jobs at the size that they ask for: %s"
                            .formatted(job.id(), policy, why))));
  }

  /** The reason why a job cannot run even at its least size; empty if it can. */
  public Optional<String> note(JobSpec job) {
    return mistake(job.demand(), job.bounds().least())
        .map(why -> "job %s can never run: %s".formatted(job.id(), why));
  }

  private Optional<String> mistake(Demand demand, Size size) {
    if (!demand.isWithinLimit(size)) {
      return Optional.of(
          "it needs %s, above its limit of %s".formatted(demand.of(size), demand.limit()));
    }
    if (!free.covers(demand, size)) {
      return Optional.of(shortage(demand.of(size), nodes.total(demand)));
    }
    return Stream.of(
            Size.workers(Math.min(1, size.workers())), new Size(0, Math.min(1, size.servers())))
        .filter(one -> !one.isNone() && !nodes.canHold(demand, one))
        .findFirst()
        .map(one ->
            "one of its %s needs %s, and no node has as much"
                .formatted(one.workers() > 0 ? "workers" : "servers", demand.of(one)));
  }

  private static String shortage(Resources needed, Resources total) {
    var need = new TreeMap<>(needed.amounts());
    need.entrySet()
        .removeIf(each -> Resources.covers(total.amount(each.getKey()), each.getValue()));
    var there = new TreeMap<String, Double>();
    need.keySet().forEach(name -> there.put(name, total.amount(name)));
    return "it needs %s, and the nodes that it may use have %s in all"
        .formatted(Resources.of(need), Resources.of(there));
  }
}
