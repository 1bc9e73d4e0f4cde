package dev.ductile.simulator.lookahead;

import dev.ductile.api.Cluster;
import dev.ductile.api.Placement;
import dev.ductile.api.Plan;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The search of one decision. It evaluates the base's plan first, then the plans of the other
 * candidates, then changes of the best plan so far, as long as the budget lasts.
 */
final class Search {
  /** Differences of cost below this share are rounding. */
  private static final double ROUNDING = 1e-9;

  private final Cluster picture;
  private final List<CandidatePolicy> candidates;
  private final Objective objective;
  private final Placement placement;
  private long budget;
  private Instant until;
  private int tried;

  /**
   * A search that has not begun.
   *
   * @param candidates the base first
   * @param budget the most job decisions
   */
  Search(
      Cluster picture,
      List<CandidatePolicy> candidates,
      Objective objective,
      Placement placement,
      long budget) {
    this.picture = picture;
    this.candidates = candidates;
    this.objective = objective;
    this.placement = placement;
    this.budget = budget;
    this.until = Rollout.of(picture).until();
  }

  /** The result of a search beside the base's plan. */
  record Found(Cluster picture, EvaluatedPlan base, EvaluatedPlan best, int tried) {}

  Found run(double margin) {
    EvaluatedPlan base = tryBase();
    EvaluatedPlan best = improved(tryOthers(base));
    boolean isWorthIt = best.cost() < base.cost() - margin * Math.abs(base.cost());
    return new Found(picture, base, isWorthIt ? best : base, tried);
  }

  /** The base's rollout; if the budget does not reach its end, all others end there too. */
  private EvaluatedPlan tryBase() {
    CandidatePolicy base = candidates.getFirst();
    Plan plan = base.policy().decide(picture);
    Rollout rollout = rollout().within(budget / (candidates.size() + 1));
    Trajectory trajectory = play(rollout, plan, base);
    if (!trajectory.isOver()) {
      until = trajectory.last().now();
    }
    return new EvaluatedPlan(base, plan, plan, objective.cost(rollout, trajectory));
  }

  private EvaluatedPlan tryOthers(EvaluatedPlan base) {
    EvaluatedPlan best = base;
    for (CandidatePolicy candidate : candidates.subList(1, candidates.size())) {
      if (budget <= 0) {
        break;
      }
      Plan plan = candidate.policy().decide(picture);
      best = better(best, candidate, plan, plan).orElse(best);
    }
    return best;
  }

  private EvaluatedPlan improved(EvaluatedPlan start) {
    EvaluatedPlan best = start;
    PlanVariations variations = variations(best);
    while (budget > 0 && variations.hasNext()) {
      Optional<EvaluatedPlan> better =
          better(best, best.candidate(), best.own(), variations.next());
      if (better.isPresent()) {
        best = better.get();
        variations = variations(best);
      }
    }
    return best;
  }

  private PlanVariations variations(EvaluatedPlan trial) {
    return new PlanVariations(picture, trial.plan(), placement);
  }

  /** The evaluated plan, if its cost is lower than the best so far. */
  private Optional<EvaluatedPlan> better(
      EvaluatedPlan best, CandidatePolicy candidate, Plan own, Plan plan) {
    double limit = best.cost() - ROUNDING * Math.abs(best.cost());
    Rollout rollout = rollout();
    rollout = rollout.unless(objective.hopeless(rollout, limit));
    Trajectory trajectory = play(rollout, plan, candidate);
    boolean isComplete = trajectory.isOver() || !trajectory.last().now().isBefore(until);
    if (!isComplete || !trajectory.isLegal()) {
      return Optional.empty();
    }
    double cost = objective.cost(rollout, trajectory);
    return cost < limit
        ? Optional.of(new EvaluatedPlan(candidate, own, plan, cost))
        : Optional.empty();
  }

  private Rollout rollout() {
    return Rollout.of(picture).until(until).within(budget);
  }

  private Trajectory play(Rollout rollout, Plan plan, CandidatePolicy then) {
    Trajectory trajectory = rollout.after(plan, then.policy());
    budget -= trajectory.jobDecisions() + rollout.picture().jobs().size();
    tried++;
    return trajectory;
  }
}
