package dev.ductile.learned.fallback;

import dev.ductile.api.Cluster;
import dev.ductile.api.Figure;
import dev.ductile.api.JobNote;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import java.util.ArrayList;
import java.util.List;

/**
 * The plans of a teacher in place of another policy's, with a figure that gives the cause.
 *
 * @param name the teacher in sentences
 * @param figure the name of the figure
 * @param cause the reason why the other policy does not decide, as a clause
 */
public record TeacherInstead(Policy teacher, String name, String figure, String cause)
    implements Policy {
  @Override
  public Plan decide(Cluster cluster) {
    return decide(cluster, List.of());
  }

  /**
   * The same with the notes of the other policy.
   *
   * @param notes the notes that the other policy has written in this decision
   */
  Plan decide(Cluster cluster, List<JobNote> notes) {
    Plan plan = teacher.decide(cluster);
    var all = new ArrayList<JobNote>(plan.notes());
    all.addAll(notes);
    var figures = new ArrayList<Figure>(plan.figures());
    figures.add(
        new Figure(figure, 1, "decisions of %s instead, because %s".formatted(name, cause)));
    return new Plan(plan.grants(), all, plan.reconsider(), plan.settled(), plan.reasons(), figures);
  }
}
