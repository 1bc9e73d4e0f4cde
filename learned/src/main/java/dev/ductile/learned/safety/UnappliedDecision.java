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
record UnappliedDecision(Plan plan, RecentDecisions.Anomalies anomalies, boolean isFailed) {
  /** The decision on this picture; a failure of the policy does not disturb the cluster. */
  static UnappliedDecision of(NamedPolicy policy, Cluster cluster) {
    try {
      Decision decision = Decision.of(cluster, policy.policy());
      return new UnappliedDecision(
          decision.plan(), anomalies(decision.plan(), !decision.violations().isEmpty()), false);
    } catch (RuntimeException | StackOverflowError failure) {
      Plan none =
          Plan.of(
              List.of(), _ -> Reason.of(Reason.Kind.PREFERS_OTHERS, "waits: its policy failed"));
      return new UnappliedDecision(
          none,
          new RecentDecisions.Anomalies(Optional.empty(), Optional.of("it failed: " + failure)),
          true);
    }
  }

  /** The anomalies of a plan of the policy on trial. */
  static RecentDecisions.Anomalies anomalies(Plan plan, boolean isIllegal) {
    return new RecentDecisions.Anomalies(
        Guarded.cause(plan, Guarded.UNFAMILIAR),
        Guarded.cause(plan, Guarded.POOR)
            .or(() -> isIllegal ? Optional.of("illegal grants") : Optional.empty()));
  }
}
