package dev.ductile.simulator.lookahead;

import dev.ductile.api.Cluster;
import dev.ductile.api.Placement;
import dev.ductile.api.Plan;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One decision: the futures that are tried for it, the base's first, then those of the others, then
 * changes of the best plan so far, as long as there are looks left.
 */
final class Search {
  /** By which part of its cost a plan must be better than another to be more than rounding. */
  private static final double ROUNDING = 1e-9;

  private final Cluster picture;
  private final List<Candidate> candidates;
  private final Objective objective;
  private final Placement placement;
  private long looks;
  private Instant until;
  private int tried;

  /**
   * A search that has not begun.
   *
   * @param candidates the base first
   * @param looks how many jobs may be looked at
   */
  Search(
      Cluster picture,
      List<Candidate> candidates,
      Objective objective,
      Placement placement,
      long looks) {
    this.picture = picture;
    this.candidates = candidates;
    this.objective = objective;
    this.placement = placement;
    this.looks = looks;
    this.until = Future.of(picture).until();
  }

  /** What was found, beside what the base would do. */
  record Found(Cluster picture, Trial base, Trial best, int tried) {}

  Found run(double margin) {
    Trial base = tryBase();
    Trial best = improved(tryOthers(base));
    boolean isWorthIt = best.cost() < base.cost() - margin * Math.abs(base.cost());
    return new Found(picture, base, isWorthIt ? best : base, tried);
  }

  /** The base's own future; where it is too long to be played to its end, so are all others. */
  private Trial tryBase() {
    Candidate base = candidates.getFirst();
    Plan plan = base.policy().decide(picture);
    Future future = future().within(looks / (candidates.size() + 1));
    Course course = play(future, plan, base);
    if (!course.isOver()) {
      until = course.last().now();
    }
    return new Trial(base, plan, plan, objective.cost(future, course));
  }

  private Trial tryOthers(Trial base) {
    Trial best = base;
    for (Candidate candidate : candidates.subList(1, candidates.size())) {
      if (looks <= 0) {
        break;
      }
      Plan plan = candidate.policy().decide(picture);
      best = better(best, candidate, plan, plan).orElse(best);
    }
    return best;
  }

  private Trial improved(Trial start) {
    Trial best = start;
    Variations variations = variations(best);
    while (looks > 0 && variations.hasNext()) {
      Optional<Trial> better = better(best, best.candidate(), best.own(), variations.next());
      if (better.isPresent()) {
        best = better.get();
        variations = variations(best);
      }
    }
    return best;
  }

  private Variations variations(Trial trial) {
    return new Variations(picture, trial.plan(), placement);
  }

  /** The plan as a trial, if its future is better than the best so far. */
  private Optional<Trial> better(Trial best, Candidate candidate, Plan own, Plan plan) {
    double limit = best.cost() - ROUNDING * Math.abs(best.cost());
    Future future = future();
    future = future.unless(objective.hopeless(future, limit));
    Course course = play(future, plan, candidate);
    boolean isComplete = course.isOver() || !course.last().now().isBefore(until);
    if (!isComplete || !course.isLegal()) {
      return Optional.empty();
    }
    double cost = objective.cost(future, course);
    return cost < limit ? Optional.of(new Trial(candidate, own, plan, cost)) : Optional.empty();
  }

  private Future future() {
    return Future.of(picture).until(until).within(looks);
  }

  private Course play(Future future, Plan plan, Candidate then) {
    Course course = future.after(plan, then.policy());
    looks -= course.looks() + future.picture().jobs().size();
    tried++;
    return course;
  }
}
