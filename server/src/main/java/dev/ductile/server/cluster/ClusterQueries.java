package dev.ductile.server.cluster;

import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import dev.ductile.api.JobState;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Resources;
import dev.ductile.rest.ClusterView;
import dev.ductile.rest.DecisionView;
import dev.ductile.rest.ListPage;
import dev.ductile.rest.NodeView;
import dev.ductile.rest.QueueView;
import dev.ductile.rest.ResourceUse;
import dev.ductile.server.use.LiveUse;
import dev.ductile.text.PlainValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Answers to questions about the cluster, its nodes and its queues. */
public final class ClusterQueries {
  private final ClusterService service;
  private final String version;
  private final Supplier<List<String>> alerts;
  private final LiveUse use;

  /**
   * Queries on a service.
   *
   * @param version the version of the program
   * @param alerts sentences for operators
   * @param use what tasks use now
   */
  public ClusterQueries(
      ClusterService service, String version, Supplier<List<String>> alerts, LiveUse use) {
    this.service = service;
    this.version = version;
    this.alerts = alerts;
    this.use = use;
  }

  /** The cluster now. */
  public ClusterView cluster() {
    LiveView view = service.view();
    Cluster cluster = view.cluster();
    Optional<DecisionView> last = service.lastDecision();
    return new ClusterView(
        cluster.now(),
        version,
        service.policy(),
        view.present().size() + view.down().size(),
        view.down().size(),
        cluster.settings().drained().size(),
        resources(view),
        states(cluster),
        last,
        last.map(DecisionView::number).orElse(0L),
        alerts.get(),
        queues(view));
  }

  public ListPage<QueueView> queues() {
    return whole(queues(service.view()));
  }

  public ListPage<NodeView> nodes() {
    return whole(nodes(service.view()));
  }

  private List<NodeView> nodes(LiveView view) {
    Map<NodeId, Node> present = view.present();
    Map<NodeId, TasksOnNode> tasks = TasksOnNode.of(view.cluster());
    var nodes = new ArrayList<NodeView>();
    present.forEach((id, node) -> {
      boolean isDrained = view.cluster().settings().drained().containsKey(id);
      nodes.add(
          node(
              node,
              isDrained ? "drained" : "up",
              Optional.ofNullable(view.drains().get(id)).filter(why -> !why.isBlank()),
              use.onNode(id),
              tasks.getOrDefault(id, TasksOnNode.NONE)));
    });
    view.down()
        .forEach((_, down) ->
            nodes.add(
                node(down.node(), "down", Optional.of(down.why()), Map.of(), TasksOnNode.NONE)));
    nodes.sort(Comparator.comparing(NodeView::name, NaturalOrder.INSTANCE));
    return List.copyOf(nodes);
  }

  private static NodeView node(
      Node node, String state, Optional<String> why, Map<String, Double> used, TasksOnNode tasks) {
    return new NodeView(
        node.id().name(),
        state,
        why,
        Words.amounts(node.capacity()),
        Words.amounts(tasks.resources()),
        used,
        new TreeMap<>(node.labels().values()),
        tasks.jobs());
  }

  private List<ResourceUse> resources(LiveView view) {
    Resources drained = Resources.NONE;
    Resources total = Resources.NONE;
    for (Map.Entry<NodeId, Node> node : view.present().entrySet()) {
      total = total.plus(node.getValue().capacity());
      if (view.cluster().settings().drained().containsKey(node.getKey())) {
        drained = drained.plus(node.getValue().capacity());
      }
    }
    Resources allocated = held(view.cluster());
    Resources idle = drained;
    Map<String, Double> used = use.inAll();
    return new TreeMap<>(total.amounts())
        .entrySet().stream()
            .map(entry ->
                new ResourceUse(
                    entry.getKey(),
                    entry.getValue(),
                    allocated.amount(entry.getKey()),
                    idle.amount(entry.getKey()),
                    Optional.ofNullable(used.get(entry.getKey()))))
            .toList();
  }

  private static Resources held(Cluster cluster) {
    Resources held = Resources.NONE;
    for (List<Job> jobs : List.of(cluster.running(), cluster.pinned())) {
      for (Job job : jobs) {
        held = held.plus(job.spec().demand().of(job.allocation().size()));
      }
    }
    return held;
  }

  /** The number of jobs that are not over, by queue, state and reason. */
  public Map<JobGroup, Integer> groups() {
    LiveView view = service.view();
    Map<JobGroup, Integer> groups = new HashMap<>();
    view.cluster().jobs().forEach(job -> groups.merge(group(job, view), 1, Integer::sum));
    return groups;
  }

  private static JobGroup group(Job job, LiveView view) {
    Optional<String> reason =
        job.state() == JobState.QUEUED
            ? view.why(job)
                .map(found -> PlainValue.word(found.kind()))
                .or(() -> Optional.of(JobGroup.UNDECIDED))
            : Optional.empty();
    return new JobGroup(job.spec().queue(), JobDocuments.state(job.state()), reason);
  }

  private static Map<String, Integer> states(Cluster cluster) {
    Map<String, Integer> states = new TreeMap<>();
    JobFilter.ACTIVE.forEach(state -> states.put(state, 0));
    cluster.jobs().forEach(job -> states.merge(JobDocuments.state(job.state()), 1, Integer::sum));
    return states;
  }

  private static List<QueueView> queues(LiveView view) {
    return QueueDocuments.of(view.cluster());
  }

  private static <T> ListPage<T> whole(List<T> items) {
    return new ListPage<>(items, Optional.empty(), items.size());
  }
}
