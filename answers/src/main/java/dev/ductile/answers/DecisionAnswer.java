package dev.ductile.answers;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Figure;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.Plan;
import dev.ductile.api.Reason;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.history.ReasonFormat;
import dev.ductile.text.PlainValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The decision of a policy on one cluster state. */
public record DecisionAnswer(String policy, Cluster cluster, Plan plan) {
  /** A cell of a table names at most this many nodes. */
  private static final int MOST_NODES = 8;

  /** For a job on more nodes a cell names the first ones. */
  private static final int FIRST_NODES = 3;

  /** The plan in this form; a table has the policy's figures below it. */
  public String in(Response.Form form) {
    String answer = answer(form).in(form);
    return form == Response.Form.table && !plan.figures().isEmpty()
        ? answer + "\n" + String.join("\n", plan.figures().stream().map(Figure::toString).toList())
        : answer;
  }

  private Response answer(Response.Form form) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode().put("policy", policy);
    ArrayNode allocations = tree.putArray("allocations");
    ArrayNode waiting = tree.putArray("waiting");
    var rows = new ArrayList<List<String>>();
    Map<Job, Allocation> targets = targets();
    targets.forEach((job, target) -> add(job, target, form, allocations, rows));
    for (Job job : cluster.jobs()) {
      if (!targets.containsKey(job)) {
        add(job, Allocation.NONE, form, waiting, rows);
      }
    }
    ObjectNode free = tree.putObject("free");
    left().forEach((name, amount) -> free.put(name, amount));
    ObjectNode figures = tree.putObject("figures");
    plan.figures().forEach(figure -> figures.put(figure.name(), figure.value()));
    return new Response(tree, List.of("job", "workers", "servers", "nodes", "reason"), rows);
  }

  /**
   * The allocations after the decision: protected jobs keep theirs, the others have their grant.
   */
  private Map<Job, Allocation> targets() {
    var targets = new LinkedHashMap<Job, Allocation>();
    cluster.pinned().forEach(job -> targets.put(job, job.allocation()));
    for (Grant grant : plan.grants()) {
      targets.put(grant.job(), grant.allocation());
    }
    return targets;
  }

  private void add(
      Job job, Allocation target, Response.Form form, ArrayNode list, List<List<String>> rows) {
    Size size = target.size();
    Reason reason = plan.reasons().why(job);
    ObjectNode entry = list.addObject().put("job", job.id().name());
    if (!target.isNone()) {
      entry.put("workers", size.workers()).put("servers", size.servers());
      ArrayNode nodes = entry.putArray("nodes");
      for (Allocation.Share share : target.shares()) {
        nodes
            .addObject()
            .put("node", share.node().name())
            .put("workers", share.size().workers())
            .put("servers", share.size().servers());
      }
    }
    entry.put("reasonKind", PlainValue.word(reason.kind())).put("reason", reason.sentence());
    entry.set("reasonValues", ReasonFormat.values(reason));
    rows.add(
        List.of(
            job.id().name(),
            Integer.toString(size.workers()),
            Integer.toString(size.servers()),
            nodes(target, form),
            reason.sentence()));
  }

  /** The names of all nodes; in a table only the first of many. */
  private static String nodes(Allocation target, Response.Form form) {
    List<String> names = target.shares().stream().map(share -> share.node().name()).toList();
    if (form != Response.Form.table || names.size() <= MOST_NODES) {
      return String.join(" ", names);
    }
    return "%d nodes: %s and %d more"
        .formatted(
            names.size(),
            String.join(" ", names.subList(0, FIRST_NODES)),
            names.size() - FIRST_NODES);
  }

  /** The free amount of every resource of the cluster. */
  private Map<String, Double> left() {
    FreeCapacity free = FreeCapacity.of(cluster);
    for (Grant grant : plan.grants()) {
      free.take(grant.allocation(), grant.job().spec().demand());
    }
    Resources rest = free.left();
    var left = new LinkedHashMap<String, Double>();
    for (String name : cluster.nodes().columns()) {
      left.put(name, rest.amount(name));
    }
    return left;
  }
}
