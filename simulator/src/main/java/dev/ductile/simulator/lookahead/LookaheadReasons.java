package dev.ductile.simulator.lookahead;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.Phrase;
import dev.ductile.api.Plan;
import dev.ductile.api.Reason;
import dev.ductile.api.Reasons;
import dev.ductile.api.Worded;
import dev.ductile.simulator.lookahead.Search.Found;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reasons of the chosen plan: the candidate that made it, and its gain over the base. */
@SuppressWarnings("ReferenceEquality") // a candidate is itself only
final class LookaheadReasons implements Reasons {
  private final Cluster cluster;
  private final CandidatePolicy base;
  private final Found found;
  private final Objective objective;
  private final Map<Long, Allocation> plan;
  private final Map<Long, Allocation> own;
  private @Nullable Reasons ofBase;

  LookaheadReasons(Cluster cluster, CandidatePolicy base, Found found, Objective objective) {
    this.cluster = cluster;
    this.base = base;
    this.found = found;
    this.objective = objective;
    this.plan = allocations(found.best().plan());
    this.own = allocations(found.best().own());
  }

  @Override
  public Reason why(Job job) {
    EvaluatedPlan best = found.best();
    if (found.picture().jobs().at(job.arrival()).isEmpty()) {
      return reasonsOfBase().why(job);
    }
    Reason theirs = best.own().reasons().why(job);
    if (job.isProtected(cluster.now())) {
      return theirs;
    }
    Allocation gets = plan.getOrDefault(job.arrival(), Allocation.NONE);
    Allocation would = own.getOrDefault(job.arrival(), Allocation.NONE);
    if (gets.equals(would) && best.candidate() == found.base().candidate()) {
      return Reason.of(kind(job, gets), "{}, as {policy} has it", theirs.phrase(), best.name());
    }
    return gets.equals(would)
        ? Reason.of(
            kind(job, gets), "{}, as {policy} has it; {}", theirs.phrase(), best.name(), verdict())
        : Reason.of(
            kind(job, gets),
            "{}, where {policy} has {instead}; {}",
            gets.isNone() ? "waits" : Phrase.of("gets {allocation}", gets),
            best.name(),
            would,
            verdict());
  }

  /** The base's reasons for jobs that are in no rollout because they fit nowhere. */
  private synchronized Reasons reasonsOfBase() {
    Reasons known = ofBase;
    if (known == null) {
      known = base.policy().decide(cluster).reasons();
      ofBase = known;
    }
    return known;
  }

  /** The gain over the base. */
  private Phrase verdict() {
    EvaluatedPlan best = found.best();
    EvaluatedPlan first = found.base();
    return best.isChanged()
        ? Phrase.of("with the changes of {policy}'s plan {}", best.name(), better(first, best))
        : better(first, best);
  }

  private Phrase better(EvaluatedPlan first, EvaluatedPlan best) {
    double gain = first.cost() - best.cost();
    return switch (objective) {
      case COMPLETION ->
          Phrase.of(
              "jobs end {earlier} earlier in the mean than under {base}", span(gain), first.name());
      case MAKESPAN ->
          Phrase.of(
              "the last job ends {earlier} earlier than under {base}", span(gain), first.name());
      case UTILITY ->
          Phrase.of("users gain {moreUtility} more than under {base}", gain, first.name());
    };
  }

  private static Worded span(double seconds) {
    return Worded.seconds(seconds, "for ever");
  }

  private static Reason.Kind kind(Job job, Allocation gets) {
    if (gets.isNone()) {
      return job.holdsResources() ? Reason.Kind.PREEMPTED : Reason.Kind.WAITING_FOR_CAPACITY;
    }
    return Reason.Kind.of(job, gets);
  }

  private static Map<Long, Allocation> allocations(Plan plan) {
    var allocations = new HashMap<Long, Allocation>();
    for (Grant grant : plan.grants()) {
      allocations.put(grant.job().arrival(), grant.allocation());
    }
    return allocations;
  }
}
