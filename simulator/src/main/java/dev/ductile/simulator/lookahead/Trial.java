package dev.ductile.simulator.lookahead;

import dev.ductile.api.Plan;

/**
 * One plan that was tried.
 *
 * @param candidate who decides after it
 * @param own the candidate's own plan
 * @param plan what is done now: its own plan, or a change of it
 * @param cost what the future costs that begins with the plan
 */
@SuppressWarnings("ReferenceEquality") // a change of a plan is another object
record Trial(Candidate candidate, Plan own, Plan plan, double cost) {
  String name() {
    return candidate.name();
  }

  /** Whether something else is done than the candidate itself would do. */
  boolean isChanged() {
    return plan != own;
  }
}
