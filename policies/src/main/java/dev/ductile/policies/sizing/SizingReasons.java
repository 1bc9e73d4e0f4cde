package dev.ductile.policies.sizing;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.Phrase;
import dev.ductile.api.Reason;
import dev.ductile.api.Reasons;
import dev.ductile.api.Size;
import dev.ductile.policies.PlanReasons;
import dev.ductile.policies.PlanRemainder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reasons of a plan that decides sizes: the rule's reason for a size, and the shortage of a job
 * that waits.
 */
final class SizingReasons implements PlanReasons.Explanation {
  private final PlanRemainder remainder;
  private final Map<Long, SizeDecision> decisions = new HashMap<>();

  private SizingReasons(List<SizeDecision> decisions, PlanRemainder remainder) {
    this.remainder = remainder;
    decisions.forEach(decision -> this.decisions.put(decision.job().arrival(), decision));
  }

  static Reasons of(Cluster cluster, List<Grant> grants, List<SizeDecision> decisions) {
    return new PlanReasons(cluster, grants, remainder -> new SizingReasons(decisions, remainder));
  }

  @Override
  public Reason why(Job job, Allocation allocation) {
    SizeDecision decision = decisions.get(job.arrival());
    if (decision == null) {
      return remainder.infeasible(job, job.spec().bounds().least());
    }
    return allocation.isNone() ? waits(decision) : holds(decision, allocation);
  }

  private static Reason holds(SizeDecision decision, Allocation allocation) {
    Reason.Kind kind = Reason.Kind.of(decision.job(), allocation);
    Size size = allocation.size();
    Phrase place = PlanRemainder.place(decision.job(), allocation);
    if (decision.isLate()) {
      return Reason.of(kind, "gets {size} ({}), which jobs before it could not use", size, place);
    }
    return size.equals(decision.wanted())
        ? Reason.of(kind, "gets {size} ({}): {}", size, place, decision.because())
        : Reason.of(
            kind,
            "gets {size} ({}), because there is no place for {wanted}: {}",
            size,
            place,
            decision.wanted(),
            decision.because());
  }

  private Reason waits(SizeDecision decision) {
    Job job = decision.job();
    Reason.Kind kind = kind(decision);
    Size size = needed(decision);
    Phrase because =
        decision.wantsPlace()
            ? Phrase.of("there is no place for {wanted}", size)
            : decision.because();
    return remainder.hasPlace(job, size)
        ? Reason.of(kind, "{}: {}", PlanReasons.without(job), because)
        : Reason.of(
            kind, "{}: {}; {}", PlanReasons.without(job), because, remainder.shortage(job, size));
  }

  private static Reason.Kind kind(SizeDecision decision) {
    if (decision.job().holdsResources()) {
      return Reason.Kind.PREEMPTED;
    }
    return decision.candidate().isKnown() || decision.wantsPlace()
        ? Reason.Kind.WAITING_FOR_CAPACITY
        : Reason.Kind.NO_SPEED_KNOWN;
  }

  private static Size needed(SizeDecision decision) {
    if (!decision.wanted().isNone()) {
      return decision.wanted();
    }
    return decision.isLate() ? decision.least() : decision.job().spec().bounds().least();
  }
}
