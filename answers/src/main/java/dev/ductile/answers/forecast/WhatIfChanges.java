package dev.ductile.answers.forecast;

import dev.ductile.api.Cluster;
import dev.ductile.api.Command;
import dev.ductile.api.Device;
import dev.ductile.api.Event;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.Labels;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Policy;
import dev.ductile.api.Reason;
import dev.ductile.api.Resources;
import dev.ductile.api.Speeds;
import dev.ductile.rest.AddedNodes;
import dev.ductile.scheduler.Ledger;
import dev.ductile.text.InputException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The differences between the cluster as it is and as asked.
 *
 * @param policy another policy
 * @param policyName its name and settings
 */
public record WhatIfChanges(
    Optional<Supplier<Policy>> policy,
    String policyName,
    List<AddedNodes> added,
    List<NodeId> removed,
    List<Command.Submit> jobs) {
  /** The most nodes that a question may add. */
  private static final int MOST_NODES = 10_000;

  public WhatIfChanges {
    added = List.copyOf(added);
    removed = List.copyOf(removed);
    jobs = List.copyOf(jobs);
    if (added.stream().anyMatch(nodes -> nodes.count() < 1)
        || added.stream().mapToLong(AddedNodes::count).sum() > MOST_NODES) {
      throw new InputException(
          "a question adds from 1 to %d nodes of each kind".formatted(MOST_NODES));
    }
  }

  /** Another policy. */
  public static WhatIfChanges policy(String name, Supplier<Policy> policy) {
    return new WhatIfChanges(Optional.of(policy), name, List.of(), List.of(), List.of());
  }

  /** Lost nodes. */
  public static WhatIfChanges without(List<NodeId> nodes) {
    return new WhatIfChanges(Optional.empty(), "", List.of(), nodes, List.of());
  }

  /** Further nodes. */
  public static WhatIfChanges with(List<AddedNodes> nodes) {
    return new WhatIfChanges(Optional.empty(), "", nodes, List.of(), List.of());
  }

  /** Further jobs. */
  public static WhatIfChanges submitting(List<Command.Submit> jobs) {
    return new WhatIfChanges(Optional.empty(), "", List.of(), List.of(), jobs);
  }

  /** The question in words. */
  public String question() {
    var parts = new ArrayList<String>();
    if (policy.isPresent()) {
      parts.add("the policy %s".formatted(policyName));
    }
    added.forEach(nodes ->
        parts.add(
            "%s more with %s"
                .formatted(Reason.count(nodes.count(), "node"), Resources.of(nodes.resources()))));
    if (!removed.isEmpty()) {
      parts.add("without " + ForecastSentence.names(removed.stream().map(NodeId::name).toList()));
    }
    jobs.forEach(job -> parts.add("one more job " + job.job()));
    return parts.isEmpty() ? "nothing changes" : String.join(", ", parts);
  }

  /** The state as asked. A job on a lost node loses its place and no steps. */
  LiveState on(LiveState state, Speeds speeds) {
    Cluster cluster = state.cluster();
    var ledger = new Ledger(cluster, speeds);
    removed.forEach(node -> remove(node, cluster, ledger));
    newNodes(cluster).forEach(node -> ledger.fold(new Event.NodeUp(cluster.now(), node)));
    jobs.forEach(job ->
        ledger.fold(new Event.Submitted(cluster.now(), job.spec(), job.speed(), job.pause())));
    LiveState asked = state.with(ledger.picture(cluster.now()));
    return policy.map(asked::under).orElse(asked);
  }

  private static void remove(NodeId node, Cluster cluster, Ledger ledger) {
    if (cluster.nodes().find(node).isEmpty()) {
      throw new InputException("there is no node %s that is up".formatted(node));
    }
    ledger.fold(new Event.NodeDown(cluster.now(), node, "what if"));
    for (Job job : cluster.jobs()) {
      if (job.allocation().uses(node)) {
        ledger.fold(
            new Event.Crashed(
                cluster.now(),
                job.id(),
                job.revision(),
                job.stepsAt(cluster.now()),
                "node %s is lost".formatted(node)));
      }
    }
  }

  private List<Node> newNodes(Cluster cluster) {
    var nodes = new ArrayList<Node>();
    var names = new HashSet<NodeId>();
    cluster.nodes().list().forEach(node -> names.add(node.id()));
    for (AddedNodes kind : added) {
      for (int i = 0; i < kind.count(); i++) {
        nodes.add(
            new Node(
                freeName(names),
                Resources.of(kind.resources()),
                Labels.of(kind.labels()),
                cluster.nodes().count() == 0 ? Device.GPU : cluster.nodes().get(0).device()));
      }
    }
    return nodes;
  }

  private static NodeId freeName(Set<NodeId> names) {
    int number = names.size();
    while (!names.add(new NodeId("added-" + number))) {
      number++;
    }
    return new NodeId("added-" + number);
  }

  /** The submitted jobs. */
  List<JobId> newJobs() {
    return jobs.stream().map(Command.Submit::job).toList();
  }
}
