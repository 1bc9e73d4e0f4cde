package dev.ductile.simulator.lookahead;

import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.Figure;
import dev.ductile.api.Job;
import dev.ductile.api.Nodes;
import dev.ductile.api.Placement;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.Size;
import dev.ductile.simulator.lookahead.Search.Found;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Evaluates plans by rollouts and takes the one with the lowest cost. */
@SuppressWarnings("ReferenceEquality") // other nodes are another object
final class LookaheadPolicy implements Policy {
  private static final int MOST_REMEMBERED = 10_000;

  private final Lookahead.Settings settings;
  private final List<CandidatePolicy> candidates;
  private final Placement placement;
  private final Map<Least, Boolean> feasible = new HashMap<>();
  private Nodes nodes = Nodes.NONE;

  /** The least that a job needs. */
  private record Least(Demand demand, Size size) {}

  /**
   * A policy of these settings.
   *
   * @param candidates the base first
   */
  LookaheadPolicy(
      Lookahead.Settings settings, List<CandidatePolicy> candidates, Placement placement) {
    this.settings = settings;
    this.candidates = List.copyOf(candidates);
    this.placement = placement;
  }

  @Override
  public Plan decide(Cluster cluster) {
    Cluster picture = withoutTheImpossible(cluster);
    var search =
        new Search(
            picture,
            candidates,
            settings.objective(),
            placement,
            JobDecisions.within(settings.budget()));
    Found found = search.run(settings.margin());
    EvaluatedPlan best = found.best();
    return new Plan(
        best.plan().grants(),
        best.plan().notes(),
        best.plan().reconsider(),
        false,
        new LookaheadReasons(cluster, candidates.getFirst(), found, settings.objective()),
        figures(found));
  }

  private List<Figure> figures(Found found) {
    String measure = settings.objective().measure() + ", ";
    return List.of(
        new Figure("futures", found.tried(), "futures tried"),
        new Figure("base", found.base().cost(), measure + "under " + found.base().name()),
        new Figure("chosen", found.best().cost(), measure + "under the plan taken"));
  }

  /** The picture without jobs that find no place even in the empty cluster. */
  private Cluster withoutTheImpossible(Cluster cluster) {
    if (cluster.nodes() != nodes || feasible.size() > MOST_REMEMBERED) {
      nodes = cluster.nodes();
      feasible.clear();
    }
    if (cluster.jobs().stream().allMatch(this::isPossible)) {
      return cluster;
    }
    List<Job> possible = cluster.jobs().stream().filter(this::isPossible).toList();
    return Cluster.of(cluster.now(), cluster.nodes(), possible);
  }

  private boolean isPossible(Job job) {
    if (job.holdsResources()) {
      return true;
    }
    var least = new Least(job.spec().demand(), job.spec().bounds().least());
    return feasible.computeIfAbsent(
        least,
        any ->
            any.demand().isWithinLimit(any.size())
                && placement.claim(job, any.size(), nodes.allFree()));
  }
}
