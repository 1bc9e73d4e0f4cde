package dev.ductile.policies.eps;

import dev.ductile.api.Allocation;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.Phase;
import dev.ductile.api.Phrase;
import dev.ductile.api.Reason;
import dev.ductile.api.Reasons;
import dev.ductile.policies.PlanReasons;
import dev.ductile.policies.PlanRemainder;
import java.util.List;
import java.util.Map;

/** Reasons of the schedulers of this paper, which move single tasks between jobs. */
record EpsReasons(Map<Long, DraftPlan.PartialReason> reasons, PlanRemainder remainder)
    implements PlanReasons.Explanation {
  static Reasons of(DraftPlan draft, List<Grant> grants) {
    Map<Long, DraftPlan.PartialReason> reasons = draft.reasons();
    return new PlanReasons(
        draft.cluster(), List.copyOf(grants), remainder -> new EpsReasons(reasons, remainder));
  }

  @Override
  public Reason why(Job job, Allocation allocation) {
    DraftPlan.PartialReason partial = reasons.get(job.arrival());
    if (!allocation.isNone()) {
      return holds(job, allocation, partial == null ? unchanged(job) : partial.because().get());
    }
    if (partial == null) {
      return remainder.infeasible(job, job.spec().asked());
    }
    return partial.kind() == Reason.Kind.INFEASIBLE
        ? new Reason(partial.kind(), partial.because().get())
        : Reason.of(partial.kind(), "{}: {}", PlanReasons.without(job), partial.because().get());
  }

  private static Reason holds(Job job, Allocation allocation, Phrase because) {
    Reason.Kind kind = Reason.Kind.of(job, allocation);
    return Reason.of(
        kind,
        "{} {size} ({}): {}",
        kind == Reason.Kind.KEPT ? "keeps" : "gets",
        allocation.size(),
        PlanRemainder.place(job, allocation),
        because);
  }

  private static Phrase unchanged(Job job) {
    return Phrase.of(
        job.phase() == Phase.EARLY_FEEDBACK
            ? "it is in early feedback, so it neither gives nor gets tasks"
            : "it neither gives nor gets tasks");
  }
}
