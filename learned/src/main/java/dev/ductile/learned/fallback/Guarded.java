package dev.ductile.learned.fallback;

import dev.ductile.api.Cluster;
import dev.ductile.api.Figure;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import java.util.Optional;

/**
 * A policy whose teacher decides in its place where a check finds its input unfamiliar or its plan
 * poor, or where it fails. A figure of the plan gives the cause. The notes of both policies are
 * kept, so that neither loses its memory.
 */
public record Guarded(Policy policy, Policy teacher, DecisionCheck check) implements Policy {
  /** The figure of a decision whose input is unlike anything in training. */
  public static final String UNFAMILIAR = "unfamiliar";

  /** The figure of a decision whose plan is poor. */
  public static final String POOR = "poor";

  @Override
  public Plan decide(Cluster cluster) {
    Plan own;
    try {
      own = policy.decide(cluster);
    } catch (RuntimeException failure) {
      return instead(POOR, "it failed: " + failure.getMessage()).decide(cluster);
    }
    Optional<TeacherInstead> unfamiliar =
        check.unfamiliar(cluster).map(cause -> instead(UNFAMILIAR, cause));
    return unfamiliar
        .or(() -> check.poor(cluster, own).map(cause -> instead(POOR, cause)))
        .map(instead -> instead.decide(cluster, own.notes()))
        .orElse(own);
  }

  private TeacherInstead instead(String figure, String cause) {
    return new TeacherInstead(teacher, "the teacher", figure, cause);
  }

  /** The cause of the teacher's decision under this name; absent if the policy decided. */
  public static Optional<String> cause(Plan plan, String name) {
    return plan.figures().stream()
        .filter(figure -> figure.name().equals(name) && figure.value() > 0)
        .map(Figure::meaning)
        .findFirst();
  }
}
