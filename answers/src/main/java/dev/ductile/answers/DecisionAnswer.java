package dev.ductile.answers;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Plan;
import dev.ductile.text.PlainValue;
import java.util.ArrayList;
import java.util.List;

/** The decisions of one or more policies on one cluster state: the change of each job. */
public final class DecisionAnswer {
  private static final List<String> COLUMNS =
      List.of(
          "policy",
          "job",
          "change",
          "restarts",
          "fromWorkers",
          "fromServers",
          "fromNodes",
          "toWorkers",
          "toServers",
          "toNodes",
          "reasonKind",
          "reason");

  private final Cluster state;
  private final List<DecisionDiff> decisions = new ArrayList<>();

  /** An answer without decisions. */
  public DecisionAnswer(Cluster state) {
    this.state = state;
  }

  /**
   * Adds the decision of a policy.
   *
   * @param cluster the state, in which evicted jobs may be changed
   */
  public DecisionAnswer add(String policy, Cluster cluster, Plan plan) {
    decisions.add(DecisionDiff.of(policy, cluster, plan));
    return this;
  }

  /**
   * The answer in this form: as a table one decision with its reasons, several side by side.
   *
   * @param width the columns of the terminal
   */
  public String in(Response.Form form, int width) {
    return switch (form) {
      case table ->
          decisions.size() == 1
              ? DecisionText.of(decisions.getFirst(), width)
              : PolicyColumns.of(state, decisions, width);
      case json, yaml, csv -> new Response(tree(), COLUMNS, rows()).in(form);
    };
  }

  private ObjectNode tree() {
    ObjectNode tree = JsonNodeFactory.instance.objectNode().put("time", state.now().toString());
    ArrayNode list = tree.putArray("decisions");
    decisions.forEach(decision -> list.add(decision.tree()));
    return tree;
  }

  private List<List<String>> rows() {
    var rows = new ArrayList<List<String>>();
    for (DecisionDiff decision : decisions) {
      decision.jobs().forEach(diff -> rows.add(row(decision.policy(), diff)));
    }
    return rows;
  }

  private static List<String> row(String policy, JobDiff diff) {
    return List.of(
        policy,
        diff.job().id().name(),
        PlainValue.word(diff.kind()),
        Boolean.toString(diff.restarts()),
        Integer.toString(diff.from().workers()),
        Integer.toString(diff.from().servers()),
        nodes(diff.from()),
        Integer.toString(diff.to().workers()),
        Integer.toString(diff.to().servers()),
        nodes(diff.to()),
        PlainValue.word(diff.reason().kind()),
        diff.reason().sentence());
  }

  private static String nodes(Allocation allocation) {
    return String.join(
        " ", allocation.shares().stream().map(share -> share.node().name()).toList());
  }
}
