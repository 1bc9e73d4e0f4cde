package dev.ductile.simulator.lookahead;

import dev.ductile.api.Plan;

/**
 * A plan and the cost of its rollout.
 *
 * @param candidate the policy that makes the later decisions
 * @param own the candidate's own plan
 * @param plan the plan for this decision: its own plan, or a change of it
 * @param cost the cost of the rollout that begins with the plan
 */
@SuppressWarnings("ReferenceEquality") // a change of a plan is another object
record EvaluatedPlan(CandidatePolicy candidate, Plan own, Plan plan, double cost) {
  String name() {
    return candidate.name();
  }

  /** Whether the plan differs from the candidate's own. */
  boolean isChanged() {
    return plan != own;
  }
}
