package dev.ductile.scenario;

import dev.ductile.api.Demand;
import dev.ductile.api.Node;
import dev.ductile.api.Nodes;
import dev.ductile.api.Range;
import dev.ductile.api.Reason;
import dev.ductile.api.Resources;
import dev.ductile.api.Speeds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Makes the jobs of a workload elastic by one rule, and counts them. */
public final class ElasticJobs {
  private static final int MOST_REMEMBERED = 10_000;
  private static final int MOST_HELD = 100_000;
  private static final double ROUNDING = 1e-9;

  private final Elasticity rule;
  private final Speeds speeds;
  private final Nodes nodes;
  private final Map<Demand, Integer> most = new HashMap<>();
  private long changed;
  private long unchanged;
  private boolean isUndecided;

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

  /**
   * The elastic job, or the same job if it is elastic already, if the rule gives it no second size,
   * or if its speed is not known.
   */
  public Submission of(Submission job) {
    Optional<Submission> elastic = rule.elastic(job, speeds, most(job.spec().demand()));
    changed += elastic.isPresent() ? 1 : 0;
    unchanged += elastic.isPresent() ? 0 : 1;
    return elastic.orElse(job);
  }

  /**
   * The elastic jobs. Jobs are read ahead until the rule changes one, so the assumption is known
   * before the first job is used. If the first 100,000 decide nothing, the assumption is stated.
   */
  public Stream<Submission> of(Stream<Submission> jobs) {
    Iterator<Submission> all = jobs.map(this::of).iterator();
    var first = new ArrayList<Submission>();
    while (changed == 0 && first.size() < MOST_HELD && all.hasNext()) {
      first.add(all.next());
    }
    isUndecided = changed == 0 && all.hasNext();
    Spliterator<Submission> others =
        Spliterators.spliteratorUnknownSize(all, Spliterator.ORDERED | Spliterator.NONNULL);
    return Stream.concat(first.stream(), StreamSupport.stream(others, false));
  }

  /** The assumption, if it holds for one of the jobs that were read. */
  public Optional<String> assumption() {
    return changed > 0 || isUndecided ? Optional.of(rule.sentence()) : Optional.empty();
  }

  /** The number of elastic jobs, the assumption, and the number of jobs that did not change. */
  public List<String> notes() {
    var notes = new ArrayList<String>();
    String may = changed == 1 ? "may change its size" : "may change their sizes";
    if (changed > 0) {
      notes.add("%s %s; %s".formatted(Reason.count(changed, "job"), may, rule.sentence()));
    }
    if (unchanged > 0) {
      notes.add(
          "elastic does not apply to %s, because of several sizes, a program, an unknown speed, or no second size within the bounds"
              .formatted(Reason.count(unchanged, "job")));
    }
    return notes;
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
