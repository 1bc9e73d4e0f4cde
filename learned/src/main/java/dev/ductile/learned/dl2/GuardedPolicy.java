package dev.ductile.learned.dl2;

import dev.ductile.api.Cluster;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;

/**
 * A model's plan, or that of its teacher if the model's network has no finite answer or lets every
 * job wait. Without the teacher, such a model would wait forever.
 */
record GuardedPolicy(Policy model, String teacher, PolicyContext context) implements Policy {
  @Override
  public Plan decide(Cluster cluster) {
    try {
      Plan plan = model.decide(cluster);
      boolean isIdle = plan.grants().isEmpty() && cluster.pinned().isEmpty();
      return isIdle ? instead("the model lets every job wait", cluster) : plan;
    } catch (NoAnswerException problem) {
      return instead(String.valueOf(problem.getMessage()), cluster);
    }
  }

  private Plan instead(String cause, Cluster cluster) {
    return new TeacherInstead(teacher, cause, context).decide(cluster);
  }
}
