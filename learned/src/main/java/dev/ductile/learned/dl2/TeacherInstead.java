package dev.ductile.learned.dl2;

import dev.ductile.api.Cluster;
import dev.ductile.api.Figure;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.learned.safety.Guarded;
import java.util.ArrayList;

/** The teacher's plan in place of a model's, with a figure that gives the cause. */
final class TeacherInstead implements Policy {
  private final Policy teacher;
  private final String meaning;

  /**
   * A policy in place of a model.
   *
   * @param line the teacher with its settings
   * @param cause the reason why there is no model, as a clause
   */
  TeacherInstead(String line, String cause, PolicyContext context) {
    this.teacher = context.others().policy(line, context.inner("teacher"));
    this.meaning = "decisions of %s instead, because %s".formatted(line, cause);
  }

  @Override
  public Plan decide(Cluster cluster) {
    Plan plan = teacher.decide(cluster);
    var figures = new ArrayList<>(plan.figures());
    figures.add(new Figure(Guarded.POOR, 1, meaning));
    return new Plan(
        plan.grants(), plan.notes(), plan.reconsider(), plan.settled(), plan.reasons(), figures);
  }
}
