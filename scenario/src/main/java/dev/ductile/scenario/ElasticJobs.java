package dev.ductile.scenario;

import dev.ductile.api.Demand;
import dev.ductile.api.Node;
import dev.ductile.api.Nodes;
import dev.ductile.api.Range;
import dev.ductile.api.Reason;
import dev.ductile.api.Resources;
import dev.ductile.api.Speeds;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes the jobs of a workload elastic by one rule, and counts them. */
public final class ElasticJobs {
  private static final int MOST_REMEMBERED = 10_000;
  private static final double ROUNDING = 1e-9;

  private final Elasticity rule;
  private final Speeds speeds;
  private final Nodes nodes;
  private final Map<Demand, Integer> most = new HashMap<>();
  private long changed;
  private long unchanged;

  /**
   * No job gets more workers than the nodes hold, or than it asks for.
   *
   * @param nodes the cluster; empty if it is not known
   */
  public ElasticJobs(Elasticity rule, Speeds speeds, Nodes nodes) {
    this.rule = rule;
    this.speeds = speeds;
    this.nodes = nodes;
  }

  /** The elastic job, or the same job if it is elastic already or its speed is not known. */
  public Submission of(Submission job) {
    Optional<Submission> elastic = rule.elastic(job, speeds, most(job.spec().demand()));
    changed += elastic.isPresent() ? 1 : 0;
    unchanged += elastic.isPresent() ? 0 : 1;
    return elastic.orElse(job);
  }

  /** The number of elastic jobs, the assumption, and the number of jobs left as they were. */
  public List<String> notes() {
    String made =
        "%s may change their sizes; %s".formatted(Reason.count(changed, "job"), rule.sentence());
    String left =
        "%s as they were: with several sizes or a program, or without a known speed at their size"
            .formatted(Reason.count(unchanged, "job"));
    return unchanged == 0 ? List.of(made) : List.of(made, left);
  }

  private int most(Demand demand) {
    if (nodes.count() == 0) {
      return Range.LIMIT;
    }
    Integer known = most.get(demand);
    if (known != null) {
      return known;
    }
    double workers =
        nodes.list().stream()
            .filter(demand::accepts)
            .mapToDouble(node -> workers(node, demand.worker()))
            .sum();
    int held = (int) Math.clamp(workers, 1, Range.LIMIT);
    if (most.size() < MOST_REMEMBERED) {
      most.put(demand, held);
    }
    return held;
  }

  private static double workers(Node node, Resources each) {
    return each.amounts().entrySet().stream()
        .mapToDouble(need -> node.capacity().amount(need.getKey()) / need.getValue() + ROUNDING)
        .map(Math::floor)
        .min()
        .orElse(0);
  }
}
