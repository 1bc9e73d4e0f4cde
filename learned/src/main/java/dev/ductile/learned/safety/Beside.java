package dev.ductile.learned.safety;

import dev.ductile.api.Cluster;
import dev.ductile.api.Plan;
import dev.ductile.api.Reason;
import dev.ductile.learned.fallback.Guarded;
import dev.ductile.scheduler.Decision;
import java.util.List;
import java.util.Optional;

/**
 * A decision that is made beside the acting policy, with all rules of the scheduler, and not
 * applied.
 *
 * @param plan its legal part; empty if the policy failed
 */
record Beside(Plan plan, RecentDecisions.Judged judged, boolean isFailed) {
  /** The decision on this picture; a failure of the policy disturbs nobody. */
  static Beside of(Contender contender, Cluster cluster) {
    try {
      Decision decision = Decision.of(cluster, contender.policy());
      return new Beside(
          decision.plan(), judged(decision.plan(), !decision.violations().isEmpty()), false);
    } catch (RuntimeException | StackOverflowError failure) {
      Plan none =
          Plan.of(
              List.of(), _ -> Reason.of(Reason.Kind.PREFERS_OTHERS, "waits: its policy failed"));
      return new Beside(
          none,
          new RecentDecisions.Judged(Optional.empty(), Optional.of("it failed: " + failure)),
          true);
    }
  }

  /** The findings about a plan of the policy on trial. */
  static RecentDecisions.Judged judged(Plan plan, boolean isIllegal) {
    return new RecentDecisions.Judged(
        Guarded.cause(plan, Guarded.UNFAMILIAR),
        Guarded.cause(plan, Guarded.POOR)
            .or(() -> isIllegal ? Optional.of("illegal grants") : Optional.empty()));
  }
}
