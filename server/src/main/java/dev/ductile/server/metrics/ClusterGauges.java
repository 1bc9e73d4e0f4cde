package dev.ductile.server.metrics;

import dev.ductile.rest.ClusterView;
import dev.ductile.rest.QueueView;
import dev.ductile.rest.ResourceUse;
import dev.ductile.server.cluster.ClusterQueries;
import dev.ductile.server.cluster.JobGroup;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** What the cluster has and does now: nodes, resources and jobs. */
public final class ClusterGauges {
  private static final List<String> STATES = List.of("pending", "starting", "running");

  private final ClusterQueries queries;
  private final QueueLabels queues = new QueueLabels();
  private final MultiGauge nodes;
  private final MultiGauge resources;
  private final MultiGauge jobs;
  private final MultiGauge pending;

  /**
   * The gauges of a cluster.
   *
   * @param deciding the seconds that the decision under way has taken so far
   * @param unsteady the number of jobs that change too often
   */
  public ClusterGauges(
      ClusterQueries queries,
      Supplier<Number> deciding,
      Supplier<Number> unsteady,
      MeterRegistry registry) {
    this.queries = queries;
    Gauge.builder("ductile.scheduler.decision.running.seconds", deciding)
        .description("Time of the decision under way; 0 if there is none.")
        .strongReference(true)
        .register(registry);
    Gauge.builder("ductile.unsteady.jobs", unsteady)
        .description("Jobs that rest because the policy changes them too often or back and forth.")
        .strongReference(true)
        .register(registry);
    this.nodes =
        gauge("ductile.nodes", "Nodes by state; up includes drained ones.").register(registry);
    this.resources =
        gauge("ductile.resources", "Amounts of the nodes that are up; memory in bytes.")
            .register(registry);
    this.jobs = gauge("ductile.jobs", "Jobs that are not over.").register(registry);
    this.pending =
        gauge("ductile.pending.jobs", "Jobs without resources, by the reason of the last decision.")
            .register(registry);
  }

  private static MultiGauge.Builder gauge(String name, String description) {
    return MultiGauge.builder(name).description(description);
  }

  /** Reads the cluster. */
  public void refresh() {
    ClusterView cluster = queries.cluster();
    nodes.register(nodes(cluster), true);
    resources.register(cluster.resources().stream().flatMap(ClusterGauges::amounts).toList(), true);
    Map<JobGroup, Integer> groups = queries.groups();
    jobs.register(rows(jobs(cluster, groups)), true);
    pending.register(rows(pending(groups)), true);
  }

  private static List<Row<?>> nodes(ClusterView cluster) {
    return List.of(
        Row.of(Tags.of("state", "up"), cluster.nodes() - cluster.nodesDown()),
        Row.of(Tags.of("state", "down"), cluster.nodesDown()),
        Row.of(Tags.of("state", "drained"), cluster.nodesDrained()));
  }

  private static Stream<Row<?>> amounts(ResourceUse use) {
    return Stream.concat(
        Stream.of(
            amount(use, "total", use.total()),
            amount(use, "allocated", use.allocated()),
            amount(use, "drained", use.drained())),
        use.used().stream().map(used -> amount(use, "used", used)));
  }

  private static Row<?> amount(ResourceUse use, String state, double amount) {
    return Row.of(Tags.of("resource", use.name(), "state", state), amount);
  }

  private Map<Tags, Integer> jobs(ClusterView cluster, Map<JobGroup, Integer> groups) {
    Map<Tags, Integer> counts = new HashMap<>();
    for (QueueView queue : cluster.queues()) {
      STATES.forEach(state -> counts.put(tags(queue.name(), "state", state), 0));
    }
    groups.forEach((group, count) ->
        counts.merge(tags(group.queue(), "state", group.state()), count, Integer::sum));
    return counts;
  }

  private Map<Tags, Integer> pending(Map<JobGroup, Integer> groups) {
    Map<Tags, Integer> counts = new HashMap<>();
    groups.forEach((group, count) ->
        group
            .reason()
            .ifPresent(reason ->
                counts.merge(tags(group.queue(), "reason", reason), count, Integer::sum)));
    return counts;
  }

  private Tags tags(String queue, String key, String value) {
    return Tags.of("queue", queues.label(queue), key, value);
  }

  private static List<Row<?>> rows(Map<Tags, Integer> counts) {
    var rows = new ArrayList<Row<?>>();
    counts.forEach((tags, count) -> rows.add(Row.of(tags, count)));
    return rows;
  }
}
