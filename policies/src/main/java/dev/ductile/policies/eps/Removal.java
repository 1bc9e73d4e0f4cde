package dev.ductile.policies.eps;

import dev.ductile.api.Size;
import java.util.List;

/** The rule that takes tasks from running jobs for a job with too few free resources. */
@FunctionalInterface
interface Removal {
  /** No job gives any task, as under the default parameter server. */
  Removal NEVER = (draft, incoming, givers) -> new TooFew(Size.NONE);

  Answer find(DraftPlan draft, Incoming incoming, List<PlannedJob> givers);

  /** The answer of the rule: the tasks to take, or too few. */
  sealed interface Answer {}

  /** The tasks to take from each job. */
  record Cuts(List<Cut> cuts) implements Answer {}

  /**
   * No task is taken, because too few can be.
   *
   * @param possible the most tasks that could be taken
   */
  record TooFew(Size possible) implements Answer {}

  /** Tasks that a job gives away. */
  record Cut(PlannedJob plannedJob, Size tasks) {}
}
